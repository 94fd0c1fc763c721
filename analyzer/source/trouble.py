"""Why a file can't be read. Plain data; it knows neither modules nor rules."""

from dataclasses import dataclass
from enum import StrEnum

from chaindsl.graph.place import Place


class Trouble(StrEnum):
    """The kinds of things that keep a file, or a piece of it, from being read."""

    SYNTAX = "syntax"
    ENCODING = "encoding"
    TOO_LARGE = "too-large"
    TOO_DEEP = "too-deep"
    NULL_BYTES = "null-bytes"
    UNREADABLE = "unreadable"
    GUARD = "guard"
    """A `when=` expression that says what guards can't say; the rest of the file is read."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that kept a file, or a piece of it, from being read, and where."""

    trouble: Trouble
    message: str
    place: Place


class TroubleError(Exception):
    """Raised while bytes become a tree; `line` and `column` are 1-based."""

    def __init__(self, trouble: Trouble, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.line = line
        self.column = column

    def problem(self, file: str) -> Problem:
        """Return the problem for a file, shown as `file`."""
        return Problem(self.trouble, str(self), Place(file, self.line, self.column))
