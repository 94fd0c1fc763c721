"""A trace as rows of text: one row for each attempt, for whoever draws tables."""

from collections.abc import Iterable

from chaindsl.trace.details import ABSENT
from chaindsl.trace.keep import HIDDEN, Serialised, json_text
from chaindsl.trace.record import Record

HEAD = ("step", "attempt", "outcome", "wrote", "calls", "tokens", "seconds")
"""The columns' names."""
_LONGEST = 60


def rows(records: Iterable[Record]) -> list[tuple[str, ...]]:
    """Return one row of cells for each record, in the order of `HEAD`; every cell is one line of text."""
    return [_row(record) for record in records]


def _row(record: Record) -> tuple[str, ...]:
    details = record.details
    return (
        _step(record),
        str(record.attempt),
        _outcome(record),
        _wrote(record),
        str(record.calls) if record.calls else "",
        str(record.tokens) if record.tokens else "",
        f"{record.seconds:.3f}" if details.items is None else f"({record.seconds:.3f})",
    )


def _step(record: Record) -> str:
    """The path below the flow, the item, and for a transition where it led."""
    _, _, below = record.path.partition("/")
    item = "" if record.item is None else f"[{record.item}]"
    way = f" → {record.target}" if record.target else ""
    return f"{below}{item}{way}"


def _outcome(record: Record) -> str:
    details = record.details
    if details.fallback:
        return _line(f"fallback: {details.message}")
    if details.rejected is not ABSENT:
        return _line(f"rejected: {details.message}")
    if details.error is not None:
        return _line(details.error)
    said = []
    if details.items is not None:
        said.append(f"{details.items} item{'s' * (details.items != 1)}")
    if details.dropped:
        said.append(f"{details.dropped} dropped")
    if details.exit_code is not None:
        said.append(f"exit code {details.exit_code}")
    return ", ".join(["ok", *said])


def _wrote(record: Record) -> str:
    if record.output is ABSENT or record.writes is None:
        return ""
    kept = record.output
    text = (
        kept
        if isinstance(kept, str)
        else str(kept)
        if kept is HIDDEN or isinstance(kept, Serialised)
        else json_text(kept)
    )
    return f"{record.writes} = {_line(text)}"


def _line(text: str) -> str:
    """The text on one line, cut where it is too long for a cell."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
