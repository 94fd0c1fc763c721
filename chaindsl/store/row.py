"""One line of a run's journal."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """`kind` says what happened, `data` is a JSON object that tells of it, `value` the JSON of what was written.

    A value stands in the row of its writer and nowhere else; `value` is None where nothing was written.
    """

    kind: str
    data: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A row as it was stored: its number in the run, from 1, and when it was written, in seconds since the epoch."""

    number: int
    at: float
    row: Row
