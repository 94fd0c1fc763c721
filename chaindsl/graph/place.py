"""Where something stands in source. Places never take part in equality, matching or hashes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of source text; lines and columns are 1-based, columns count characters.

    `file` is the path as it was given to whoever read it. Live objects know no columns, so theirs are 1.
    """

    file: str
    line: int
    column: int = 1
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"
