"""What is done to heads and journals inside a transaction."""

from collections.abc import Iterable, Sequence

from chaindsl.store.database import Connection
from chaindsl.store.digest import Chained, ending
from chaindsl.store.failure import Damaged, Fenced, KeyTaken, NoRun, RunExists, StoreError
from chaindsl.store.found import Found, columns, held, opened
from chaindsl.store.head import Head
from chaindsl.store.lease import Lease, claim
from chaindsl.store.row import Row
from chaindsl.store.schema import END
from chaindsl.store.sql import Statements


class Moved(Fenced):
    """A journal doesn't end where a lease says."""


class Gone(NoRun):
    """A run that was in the way of another has been pruned."""


class Writer:
    """Writes what the store has decided."""

    def __init__(self, statements: Statements) -> None:
        self._sql = statements
        self._move_mark = statements.move_mark
        self._add_row = statements.add_row

    def held(self, connection: Connection, lease: Lease) -> Found:
        """Return the head of the lease's run, which nobody else changes before the transaction ends.

        Raises NoRun, and Fenced where the lease counts no longer.
        """
        records = connection.execute(self._sql.hold, (lease.run,)).fetchall()
        if not records:
            raise NoRun(lease.run)
        found = held(records[0])
        if not lease.counts(found.head, found.base):
            raise Fenced(lease.run)
        return found

    def set(self, connection: Connection, found: Found, head: Head) -> bool:
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
            columns(head, found.base)[-1],
        )
        return connection.execute(self._sql.set_head, (*changed, head.id, found.seal)).rowcount == 1

    def claim(self, connection: Connection, found: Found, head: Head) -> None:
        """Change whose a run is. Raises Fenced where the run or its journal has changed since it was found."""
        mark = (claim(head.fence, head.owner), found.base + END, claim(found.head.fence, found.head.owner), found.tail)
        if not self.set(connection, found, head) or connection.execute(self._sql.claim_mark, mark).rowcount != 1:
            raise Fenced(head.id)

    def give(self, connection: Connection, found: Found, head: Head) -> None:
        """Change a head, which is nobody's from now on."""
        self.set(connection, found, head)
        mark = (claim(head.fence, None), found.base + END, claim(found.head.fence, found.head.owner))
        if connection.execute(self._sql.give_mark, mark).rowcount != 1:
            raise Damaged(f"run {head.id}", "the mark behind its journal is not what was written")

    def begin(self, connection: Connection, lease: Lease, entries: Sequence[Chained], at: float) -> None:
        """Add the first rows of a journal, and the mark behind them."""
        mark = (END, ending(lease, entries)[1], Row("end", lease.claim))
        self._add(connection, lease, (*entries, mark), at)

    def extend(self, connection: Connection, lease: Lease, entries: Sequence[Chained], at: float) -> tuple[int, bytes]:
        """Add rows to the lease's journal; return the number and the hash of the last.

        Raises Moved where the journal doesn't end where the lease says, or is another's.
        """
        end = ending(lease, entries)
        if connection.execute(self._move_mark, (end[1], lease.base + END, lease.claim, lease.digest)).rowcount != 1:
            raise Moved(lease.run)
        self._add(connection, lease, entries, at)
        return end

    def _add(self, connection: Connection, lease: Lease, entries: Iterable[Chained], at: float) -> None:
        base = lease.base
        for number, digest, row in entries:
            connection.execute(self._add_row, (base + number, at, row.kind, row.data, row.value, digest))

    def taken(self, connection: Connection, head: Head) -> StoreError:
        """Say why a run can't be added: Gone where what was in its way is there no more."""
        if head.key is not None:
            for record in connection.execute(self._sql.find, (head.flow, head.key)).fetchall():
                return KeyTaken(opened(record).head)
        if connection.execute(self._sql.hold, (head.id,)).fetchall():
            return RunExists(head.id)
        return Gone(head.id)
