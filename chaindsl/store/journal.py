"""Reading from a database: heads, rows and graphs, each compared with its hash on the way."""

from collections.abc import Iterable, Iterator, Sequence

from chaindsl.store.database import Database
from chaindsl.store.digest import encoded, graph_digest, keepable, row_digest, start
from chaindsl.store.failure import Damaged, NoGraph, NoRun, StoreError
from chaindsl.store.found import Found, opened
from chaindsl.store.head import Head
from chaindsl.store.row import Kept, Row
from chaindsl.store.sql import Statements

BATCH = 64
"""How many rows are read at a time."""

Record = Sequence[object]


class Journal:
    """What is read from a database."""

    def __init__(self, database: Database, statements: Statements) -> None:
        self._database = database
        self._sql = statements

    def head(self, run: str) -> Found:
        """Return a head. Raises NoRun, and Damaged where it, or the end of its journal, is not what was written."""
        encoded(run)
        for record in self._database.read(self._sql.head, (run,)):
            return _asked(opened(record), record[0] == run, f"run {run}")
        raise NoRun(run)

    def find(self, flow: str, key: str) -> Head | None:
        """Return the head of the run that was started under a key."""
        encoded(flow)
        encoded(key)
        for record in self._database.read(self._sql.find, (flow, key)):
            found = opened(record)
            right = (found.head.flow, found.head.key) == (flow, key)
            return _asked(found, right, f"the key of run {found.head.id}").head
        return None

    def heads(self, statement: str, parameters: Sequence[object]) -> list[Head]:
        """Return the heads that a statement finds. Raises StoreError for a text that none can have."""
        keepable(*parameters)
        return [opened(record).head for record in self._database.read(statement, parameters)]

    def graph(self, digest: str) -> str:
        """Return the JSON of a graph. Raises NoGraph, Damaged."""
        encoded(digest)
        # Twice, since a run that needs it may have been added after the first look.
        for _ in range(2):
            for text, kept in self._database.read(self._sql.graph, (digest,)):
                if not isinstance(text, str) or _graph_digest(digest, text) != kept:
                    raise Damaged(f"graph {digest}", "it is not what was written")
                return text
            if not self._database.read(self._sql.needed, (digest,)):
                raise NoGraph(digest)
        raise Damaged(f"graph {digest}", "it is gone, and a run needs it")

    def rows(self, found: Found, after: int = 0, before: bytes | None = None) -> Iterator[Kept]:
        """Yield the rows behind number `after` that the run had when its head was read; that row's hash is `before`.

        Raises Damaged, NoRun.
        """
        try:
            yield from self._rows(found, after, before)
        except Damaged:
            # No damage, where the run was pruned while it was read, and maybe made again.
            now = self.head(found.head.id)
            if (now.base, now.head.created) != (found.base, found.head.created):
                raise NoRun(found.head.id) from None
            raise

    def _rows(self, found: Found, after: int, before: bytes | None) -> Iterator[Kept]:
        run, base, end = found.head.id, found.base, found.head.rows
        if after >= end:
            return
        before = self._hash(found, after) if before is None else before
        number = after
        while number < end:
            records = self._database.read(self._sql.rows, (base + number, base + end, BATCH))
            if not records:
                raise Damaged(f"run {run}", f"row {number + 1} is missing")
            for kept, digest in _checked(found, number, before, records):
                number, before = kept.number, digest
                if number == end and digest != found.tail:
                    raise Damaged(f"run {run}", f"row {number} is not the one that was written last")
                yield kept

    def verify(self, found: Found) -> None:
        """Read the whole journal. Raises Damaged where it is not what was written."""
        for _ in self.rows(found):
            pass

    def _hash(self, found: Found, number: int) -> bytes:
        if number == 0:
            return start(found.head.id)
        for (digest,) in self._database.read(self._sql.hash, (found.base + number,)):
            if isinstance(digest, bytes):
                return digest
        raise Damaged(f"run {found.head.id}", f"row {number} is missing")


def _checked(found: Found, number: int, before: bytes, records: Iterable[Record]) -> Iterator[tuple[Kept, bytes]]:
    """Yield each record as a row with its hash; the first stands behind row `number`, whose hash is `before`."""
    run = found.head.id
    for record in records:
        number += 1
        if record[0] != found.base + number:
            raise Damaged(f"run {run}", f"row {number} is missing")
        kept = _kept(number, record)
        before = b"" if kept is None else _digest(before, run, kept)
        if kept is None or before != record[-1]:
            raise Damaged(f"run {run}", f"row {number} is not what was written")
        yield kept, before


def _kept(number: int, record: Record) -> Kept | None:
    _, at, kind, data, value, _ = record
    if isinstance(at, float) and isinstance(kind, str) and isinstance(data, str) and isinstance(value, str | None):
        return Kept(number, at, Row(kind, data, value))
    return None


def _digest(before: bytes, run: str, kept: Kept) -> bytes:
    """Return a row's hash, and none for a row that nobody can have written."""
    try:
        return row_digest(before, run, kept.number, kept.at, kept.row)
    except StoreError:
        return b""


def _graph_digest(digest: str, text: str) -> bytes:
    try:
        return graph_digest(digest, text)
    except StoreError:
        return b""


def _asked(found: Found, right: bool, subject: str) -> Found:
    """Refuse what an index led to by mistake."""
    if not right:
        raise Damaged(subject, "an index leads to another run")
    return found
