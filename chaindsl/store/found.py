"""A head as a database keeps it: opened when read, sealed when written."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from chaindsl.store.digest import keepable, sealed, start
from chaindsl.store.failure import Damaged
from chaindsl.store.head import Head
from chaindsl.store.lease import claim


@dataclass(frozen=True, slots=True)
class Found:
    """A head as it was read, where its journal begins, its seal, and the hash of its journal's last row."""

    head: Head
    base: int
    seal: bytes
    tail: bytes = b""


def held(record: Sequence[object]) -> Found:
    """Open a head's columns; its `rows` are not known from them. Raises Damaged where they are not what was written."""
    *fields, base, seal = record
    try:
        intact = sealed(record[:-1]) == seal
    except TypeError:
        intact = False
    if not (intact and isinstance(base, int) and isinstance(seal, bytes)):
        raise Damaged(f"run {record[0]}", "its head is not what was written")
    # The seal says that each field has its type.
    return Found(Head(*cast(list[Any], fields)), base, seal)


def opened(record: Sequence[object]) -> Found:
    """Open a head's columns, and behind them what the mark says and the place and hash of the last row."""
    *columns, claimed, tail, place, digest = record
    found = held(columns)
    run = f"run {found.head.id}"
    if claimed != claim(found.head.fence, found.head.owner):
        raise Damaged(run, "the mark behind its journal is not what was written")
    if not isinstance(tail, bytes) or tail != (digest or start(found.head.id)) or not isinstance(place, int | None):
        raise Damaged(run, "its journal does not end as it was written")
    return Found(replace(found.head, rows=(place or found.base) - found.base), found.base, found.seal, tail)


def columns(head: Head, base: int) -> tuple[object, ...]:
    """Return a head's columns. Raises StoreError where a text can't be kept."""
    kept = (*fields(head), base)
    keepable(*kept)
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
