"""What a front end could not follow, with its reason. It matches anything and is never a guess."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias, TypeVar

from chaindsl.graph.place import Place
from chaindsl.graph.tag import tag

T = TypeVar("T")


class Why(StrEnum):
    """The kinds of reasons for not knowing."""

    OUTSIDE = "outside-project"
    """A name from a package that is not part of the project."""
    UNRESOLVED = "unresolved"
    """A name that this front end can't see: undefined, local to a factory, imported for type checkers only."""
    DYNAMIC = "dynamic"
    """An expression that is only known when it runs."""
    OPAQUE = "opaque"
    """A value that has no neutral form (an object that is not JSON, an unknown annotation form)."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A hole in a graph: `why` it is there, the text that could not be followed, and where it stands."""

    why: Why
    text: str = field(default="", compare=False)
    place: Place | None = field(default=None, compare=False)
    kind: Literal["unknown"] = tag("unknown")

    def __str__(self) -> str:
        return f"unknown ({self.why.value}{': ' + self.text if self.text else ''})"


Maybe: TypeAlias = T | Unknown
"""A value, or the reason why it is not known."""


def known(value: Maybe[T], default: T) -> T:
    """Return the value, or `default` where it is not known."""
    return default if isinstance(value, Unknown) else value
