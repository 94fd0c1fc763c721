"""Types for text and sizes that are checked wherever a value crosses from one step to the next."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from annotated_types import Len

__all__ = ["Len", "NotBlank", "Text"]


@dataclass(frozen=True, slots=True)
class NotBlank:
    """A mark on `str`: the value is stripped of white space at both ends and must not be empty then."""

    def __get_pydantic_core_schema__(self, source: object, handler: Callable[[object], Any]) -> dict[str, Any]:
        schema = dict(handler(source))
        shortest = max(1, int(schema.get("min_length") or 0))
        return {**schema, "strip_whitespace": True, "min_length": shortest}


Text: TypeAlias = Annotated[str, NotBlank()]
"""Text that says something: stripped, at least one character."""
