"""What is done to heads and journals inside a transaction."""

from collections.abc import Callable, Iterable, Sequence

from chaindsl.store.database import Connection
from chaindsl.store.digest import Chained
from chaindsl.store.failure import Damaged, Fenced, KeyTaken, NoRun, RunExists, StoreError
from chaindsl.store.found import Found, columns, held, opened
from chaindsl.store.head import Head
from chaindsl.store.journal import checked
from chaindsl.store.lease import Lease
from chaindsl.store.sql import Statements


class Writer:
    """Writes what the store has decided; `where` names the database in errors."""

    def __init__(self, statements: Statements, where: str) -> None:
        self._sql = statements
        self._where = where

    def held(self, connection: Connection, lease: Lease) -> Found:
        """Return the head of the lease's run, which nobody else changes before the transaction ends.

        Raises NoRun, and Fenced where the lease counts no longer.
        """
        records = connection.execute(self._sql.hold, (lease.run,)).fetchall()
        if not records:
            raise NoRun(lease.run)
        found = held(records[0])
        if (found.head.fence, found.head.owner) != (lease.fence, lease.owner):
            raise Fenced(lease.run)
        return found

    def set(self, connection: Connection, found: Found, head: Head, tail: bytes) -> bool:
        """Change a head if it is still as it was found, and say whether it was."""
        changed = (
            head.graph,
            head.status,
            head.stopped,
            head.state,
            head.revision,
            head.fence,
            head.owner,
            head.beat,
            head.updated,
            *columns(head, tail)[-3:],
        )
        return connection.execute(self._sql.set_head, (*changed, head.id, found.seal, found.head.rows)).rowcount == 1

    def change(self, connection: Connection, lease: Lease, change: Callable[[Head], Head]) -> None:
        """Change the head of the lease's run, unless the lease counts no longer."""
        try:
            found = self.held(connection, lease)
        except (Fenced, NoRun):
            return
        self.set(connection, found, change(found.head), found.tail)

    def add(self, connection: Connection, lease: Lease, entries: Iterable[Chained], at: float) -> None:
        """Add rows to the lease's journal."""
        for number, digest, row in entries:
            values = (lease.run, number, at, row.kind, row.data, row.value, digest)
            connection.execute(self._sql.add_row, values)

    def written(
        self, connection: Connection, lease: Lease, found: Found, entries: Sequence[Chained]
    ) -> tuple[int, bytes]:
        """Return where the journal ends when it goes on beyond the lease with these very rows.

        So it is where a commit was done and its answer was lost on the way. Raises Fenced where it holds others: then
        somebody else has written under this claim.
        """
        number = found.head.rows
        given = (lease.run, lease.rows, number, len(entries) + 1)
        records = connection.execute(self._sql.rows, given).fetchall()
        kept = list(checked(lease.run, lease.rows, lease.digest, records))
        if [entry.row for entry, _ in kept] != [row for _, _, row in entries]:
            raise Fenced(lease.run)
        return number, found.tail

    def taken(self, connection: Connection, head: Head) -> StoreError:
        """Say why a run can't be added."""
        if head.key is not None:
            for record in connection.execute(self._sql.find, (head.flow, head.key)).fetchall():
                return KeyTaken(opened(record).head)
        if connection.execute(self._sql.hold, (head.id,)).fetchall():
            return RunExists(head.id)
        return Damaged(self._where, f"an index knows run {head.id}, which is not there")
