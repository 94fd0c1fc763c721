"""A head as a database keeps it: opened when read, sealed when written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chaindsl.store.digest import START, encoded, sealed
from chaindsl.store.failure import Damaged
from chaindsl.store.head import Head


@dataclass(frozen=True, slots=True)
class Found:
    """A head as it was read, the hash of its last row, and its seal."""

    head: Head
    tail: bytes
    seal: bytes


def held(record: Sequence[object]) -> Found:
    """Open a head's columns. Raises Damaged where they are not what was written."""
    subject = f"run {record[0]}"
    kept: Any = record[:-2]
    rows, tail, seal = record[-3:]
    try:
        intact = sealed(record[:-3]) == seal
    except TypeError:
        intact = False
    if not (intact and isinstance(rows, int) and isinstance(tail, bytes) and isinstance(seal, bytes)):
        raise Damaged(subject, "its head is not what was written")
    # The seal says that each has its type.
    return Found(Head(*kept), tail, seal)


def opened(record: Sequence[object]) -> Found:
    """Open a head's columns, which the number and the hash of the last row of its journal follow."""
    *columns, number, digest = record
    found = held(columns)
    if (number or 0, digest or START) != (found.head.rows, found.tail):
        raise Damaged(f"run {found.head.id}", f"its journal does not end at row {found.head.rows} as it was written")
    return found


def fields(head: Head) -> tuple[object, ...]:
    """Return what is under a head's seal, in the order of its columns."""
    return (
        head.id,
        head.flow,
        head.graph,
        head.digest,
        head.status,
        head.key,
        head.stopped,
        head.state,
        head.revision,
        head.fence,
        head.owner,
        head.beat,
        head.created,
        head.updated,
    )


def columns(head: Head, tail: bytes) -> tuple[object, ...]:
    """Return all columns of a head. Raises StoreError where a text can't be kept."""
    kept = fields(head)
    for text in kept:
        if isinstance(text, str):
            encoded(text)
    return (*kept, head.rows, tail, sealed(kept))
