"""The hashes by which damage is noticed: each row chained to the one before, each head and each graph sealed.

They find accidents, not forgers: whoever can write to the place can also write the hashes. `PRAGMA quick_check` alone
misses a quarter of random damage, and says nothing of values that were edited.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from struct import Struct

from chaindsl.store.failure import StoreError
from chaindsl.store.lease import Lease
from chaindsl.store.row import Row

START = bytes(32)
"""Stands for the hash of the row before the first."""

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


def row_digest(before: bytes, run: str, number: int, at: float, row: Row) -> bytes:
    """Return the hash of a row that stands behind the row with the hash `before`."""
    owner, kind, data = encoded(run), encoded(row.kind), encoded(row.data)
    value = b"" if row.value is None else encoded(row.value)
    length = -1 if row.value is None else len(value)
    sizes = _SIZES.pack(number, at, len(owner), len(kind), len(data), length)
    return hashlib.sha256(b"".join((before, sizes, owner, kind, data, value))).digest()


def chained(lease: Lease, rows: Sequence[Row], at: float) -> Iterator[Chained]:
    """Yield rows that are to stand at the end of the lease's journal, each with its number and its hash."""
    number, digest = lease.rows, lease.digest
    for row in rows:
        number += 1
        digest = row_digest(digest, lease.run, number, at, row)
        yield number, digest, row


def sealed(fields: Sequence[object]) -> bytes:
    """Return the hash of a head's fields, in their order. Raises TypeError where one is of no kind that a head has."""
    return hashlib.sha256(json.dumps(fields, separators=(",", ":")).encode()).digest()


def graph_digest(digest: str, text: str) -> bytes:
    """Return the hash of a graph's JSON with the name it is kept under."""
    return hashlib.sha256(encoded(digest) + b"\0" + encoded(text)).digest()
