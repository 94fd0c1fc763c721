"""A head as a database keeps it: opened when read, sealed when written."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from chaindsl.store.digest import START, encoded, sealed
from chaindsl.store.failure import Damaged
from chaindsl.store.head import Head
from chaindsl.store.lease import claim


@dataclass(frozen=True, slots=True)
class Found:
    """A head as it was read, its seal, and the hash of its journal's last row."""

    head: Head
    seal: bytes
    tail: bytes = START


def held(record: Sequence[object]) -> Found:
    """Open a head's columns; its `rows` are not known from them. Raises Damaged where they are not what was written."""
    fields: Any = record[:-1]
    seal = record[-1]
    try:
        intact = sealed(fields) == seal
    except TypeError:
        intact = False
    if not (intact and isinstance(seal, bytes)):
        raise Damaged(f"run {record[0]}", "its head is not what was written")
    # The seal says that each field has its type.
    return Found(Head(*fields), seal)


def opened(record: Sequence[object]) -> Found:
    """Open a head's columns, and behind them what the mark says and the number and hash of the last row."""
    *columns, claimed, tail, number, digest = record
    found = held(columns)
    run = f"run {found.head.id}"
    if claimed != claim(found.head.fence, found.head.owner):
        raise Damaged(run, "the mark behind its journal is not what was written")
    if not isinstance(tail, bytes) or tail != (digest or START) or not isinstance(number, int | None):
        raise Damaged(run, "its journal does not end as it was written")
    return Found(replace(found.head, rows=number or 0), found.seal, tail)


def columns(head: Head) -> tuple[object, ...]:
    """Return a head's columns. Raises StoreError where a text can't be kept."""
    kept = fields(head)
    for text in kept:
        if isinstance(text, str):
            encoded(text)
    return (*kept, sealed(kept))


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
