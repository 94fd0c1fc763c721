"""What the parameters of a step's body stand for: the model, lists of the flow, anything else.

They are handed to the evaluator as plain values, so that aliases, closures and calls of helper functions carry them.
"""

from dataclasses import dataclass

from analyzer.source.definition import Definition, Plain


@dataclass(frozen=True, slots=True)
class Model:
    """The model that a step is handed."""

    name: str


@dataclass(frozen=True, slots=True)
class Keyed:
    """The value of a key; `cap` is how many items it can hold, None where nothing says so."""

    key: str
    cap: int | None = None


def model_in(definition: Definition) -> Model | None:
    """Return the model that a followed definition is, or None."""
    value = definition.value if isinstance(definition, Plain) else None
    return value if isinstance(value, Model) else None


def key_in(definition: Definition) -> Keyed | None:
    """Return the key that a followed definition is the value of, or None."""
    value = definition.value if isinstance(definition, Plain) else None
    return value if isinstance(value, Keyed) else None
