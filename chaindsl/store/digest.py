"""The hashes by which damage is noticed: each row chained to the one before, each head and each graph sealed.

They find accidents, not forgers: whoever can write to the place can also write the hashes. `PRAGMA quick_check` alone
misses a quarter of random damage, and says nothing of values that were edited.
"""

import hashlib
import json
from collections.abc import Sequence
from struct import Struct

from chaindsl.store.failure import StoreError
from chaindsl.store.lease import Lease
from chaindsl.store.row import Row

# The number and time of a row, and the lengths of its texts, so that no two rows give the same bytes.
_SIZES = Struct(">qdqqqq")

Chained = tuple[int, bytes, Row]


def encoded(text: str) -> bytes:
    """Return a text as it is kept. Raises StoreError for one that not every store can keep."""
    if "\0" in text:
        raise StoreError("bad-text", "a NUL character can't be kept", None, None, "escape it, as JSON does")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise StoreError("bad-text", f"this is no valid text: {error.reason}", None, None, "escape it") from error


def keepable(*texts: object) -> None:
    """Raise StoreError where one of them is a text that not every store can keep."""
    for text in texts:
        if isinstance(text, str):
            encoded(text)


def start(run: str) -> bytes:
    """Return what stands for the hash of the row before the first."""
    return hashlib.sha256(encoded(run)).digest()


def row_digest(before: bytes, run: str, number: int, at: float, row: Row) -> bytes:
    """Return the hash of a row that stands behind the row with the hash `before`."""
    texts = encoded(f"{run}{row.kind}{row.data}")
    if row.value is None:
        sizes = _SIZES.pack(number, at, len(run), len(row.kind), len(row.data), -1)
        return hashlib.sha256(before + sizes + texts).digest()
    # By itself, since a value may be large and each copy of it costs as much as its hash.
    value = encoded(row.value)
    found = hashlib.sha256(before + _SIZES.pack(number, at, len(run), len(row.kind), len(row.data), len(value)) + texts)
    found.update(value)
    return found.digest()


def chained(lease: Lease, rows: Sequence[Row], at: float) -> list[Chained]:
    """Return rows that are to stand at the end of the lease's journal, each with its number and its hash."""
    number, digest = lease.rows, lease.digest
    entries = []
    for row in rows:
        number += 1
        digest = row_digest(digest, lease.run, number, at, row)
        entries.append((number, digest, row))
    return entries


def ending(lease: Lease, entries: Sequence[Chained]) -> tuple[int, bytes]:
    """Return where the lease's journal ends with these rows: the last one's number and hash."""
    return entries[-1][:2] if entries else (lease.rows, lease.digest)


def sealed(fields: Sequence[object]) -> bytes:
    """Return the hash of a head's fields, in their order. Raises TypeError where one is of no kind that a head has."""
    return hashlib.sha256(json.dumps(fields, separators=(",", ":")).encode()).digest()


def graph_digest(digest: str, text: str) -> bytes:
    """Return the hash of a graph's JSON with the name it is kept under."""
    return hashlib.sha256(encoded(digest) + b"\0" + encoded(text)).digest()
