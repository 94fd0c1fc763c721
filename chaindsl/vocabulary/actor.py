"""Arguments that the deciding model or person supplies."""

from dataclasses import dataclass
from typing import Annotated, TypeAlias, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Supplied:
    """The mark that `FromActor` puts on a type."""


FromActor: TypeAlias = Annotated[T, Supplied()]
"""`FromActor[T]`: an argument of type T that whoever decides supplies; it becomes part of the link's input schema."""
