"""What the parameters of a step's body stand for: the model, values of the flow, arguments of an actor.

They are handed to the evaluator as plain values, so that aliases, closures and calls of helper functions carry them.
"""

from dataclasses import dataclass
from typing import TypeAlias

from analyzer.source.definition import Definition, Marked


@dataclass(frozen=True, slots=True)
class Model:
    """The model that a step is handed, and what it writes."""

    name: str


@dataclass(frozen=True, slots=True)
class Keyed:
    """The value of a key; `cap` is how many items it can hold, None where nothing says so."""

    key: str
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Everything:
    """All values of the flow at once."""

    name: str


@dataclass(frozen=True, slots=True)
class Argument:
    """What whoever decides a transition supplies; `person` says that no model does."""

    name: str
    person: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """A tool that is no model: what it hands back comes from outside."""

    name: str


Mark: TypeAlias = Model | Keyed | Everything | Argument | Given


def mark_in(definition: Definition) -> Mark | None:
    """Return the mark that a followed definition carries, or None."""
    value = definition.mark if isinstance(definition, Marked) else None
    return value if isinstance(value, Mark) else None


def model_in(definition: Definition) -> Model | None:
    """Return the model that a followed definition is, or None."""
    found = mark_in(definition)
    return found if isinstance(found, Model) else None


def key_in(definition: Definition) -> Keyed | None:
    """Return the key that a followed definition is the value of, or None."""
    found = mark_in(definition)
    return found if isinstance(found, Keyed) else None
