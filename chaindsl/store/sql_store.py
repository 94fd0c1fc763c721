"""The store on a database: every method of `Store`, in statements that both databases understand."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from chaindsl.store.audit import damages
from chaindsl.store.database import Connection, Database
from chaindsl.store.digest import chained, ending, graph_digest, start
from chaindsl.store.failure import Busy, Damaged, Fenced, NoRun, Stale
from chaindsl.store.found import Found, columns
from chaindsl.store.head import Head, Standing, stopped
from chaindsl.store.journal import Journal
from chaindsl.store.lease import Lease
from chaindsl.store.row import Kept, Row
from chaindsl.store.schema import END
from chaindsl.store.sql import Statements
from chaindsl.store.writer import Gone, Moved, Writer

# How often a run is looked at again when it changes under the store's eyes.
_LOOKS = 16


class SqlStore:
    """Runs in a database; `now` gives the time in seconds since the epoch."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._sql = Statements(database.dialect)
        self._journal = Journal(database, self._sql)
        self._writer = Writer(self._sql)

    def create(self, head: Head, graph: str, rows: Sequence[Row], owner: str) -> Lease:
        """Keep a new run; see `Store.create`."""
        at = self._clock()
        lease = Lease(head.id, 1, owner, at, 0, start(head.id))
        entries = chained(lease, rows, at)
        made = replace(head, fence=1, owner=owner, beat=at, created=at, updated=at)
        pictured = (head.graph, graph, graph_digest(head.graph, graph))

        def work(connection: Connection) -> None:
            connection.execute(self._sql.add_graph, pictured)
            ((lease.base,),) = connection.execute(self._sql.next_base).fetchall()
            if connection.execute(self._sql.add_head, columns(made, lease.base)).rowcount == 0:
                raise self._writer.taken(connection, head)
            self._writer.begin(connection, lease, entries, at)

        for _ in range(_LOOKS):
            with suppress(Gone):
                self._database.write(work)
                lease.rows, lease.digest = ending(lease, entries)
                return lease
        raise Damaged(self._database.where, f"an index knows run {head.id}, which is not there")

    def head(self, run: str) -> Head:
        """Return how a run stands; see `Store.head`."""
        return self._journal.head(run).head

    def find(self, flow: str, key: str) -> Head | None:
        """Return the run that was started under a key; see `Store.find`."""
        return self._journal.find(flow, key)

    def graph(self, digest: str) -> str:
        """Return the JSON of a graph; see `Store.graph`."""
        return self._journal.graph(digest)

    def claim(self, run: str, owner: str, *, revision: int | None = None, alive: Callable[[Head], bool]) -> Lease:
        """Take the right to advance a run; see `Store.claim`.

        The journal is read before anything is locked; the claim then holds only if nothing has changed meanwhile.
        """
        for _ in range(_LOOKS):
            found = self._journal.head(run)
            head = found.head
            if revision is not None and head.revision != revision:
                raise Stale(head, revision)
            if head.owner is not None and alive(head):
                raise Busy(head)
            self._journal.verify(found)
            if self._claimed(found, owner):
                return Lease(run, head.fence + 1, owner, head.created, head.rows, found.tail, found.base)
        raise Busy(self.head(run))

    def append(self, lease: Lease, rows: Sequence[Row]) -> None:
        """Add rows to the journal; see `Store.append`."""
        with lease.lock:
            at = self._clock()
            entries = chained(lease, rows, at)
            try:
                end = self._database.write(lambda connection: self._writer.extend(connection, lease, entries, at))
            except Moved:
                end = self._written(lease, rows)
            lease.rows, lease.digest = end

    def stop(self, lease: Lease, rows: Sequence[Row], standing: Standing) -> Head:
        """Add rows, set how the run stands, give the lease back; see `Store.stop`."""
        with lease.lock:
            try:
                return self._stopped(lease, rows, standing)
            except Moved:
                lease.rows, lease.digest = self._written(lease, rows)
                return self._stopped(lease, (), standing)

    def release(self, lease: Lease) -> None:
        """Give the lease back; see `Store.release`."""

        def work(connection: Connection) -> None:
            found = self._writer.held(connection, lease)
            self._writer.give(connection, found, replace(found.head, owner=None, updated=self._clock()))

        with suppress(Fenced, NoRun):
            self._database.write(work)

    def beat(self, leases: Iterable[Lease]) -> None:
        """Say that the owners of these leases are at work; see `Store.beat`."""
        # In one order, so that no two of us wait for each other.
        ordered = sorted(leases, key=lambda lease: lease.run)

        def work(connection: Connection) -> None:
            for lease in ordered:
                with suppress(Fenced, NoRun):
                    found = self._writer.held(connection, lease)
                    self._writer.set(connection, found, replace(found.head, beat=self._clock()))

        if ordered:
            self._database.write(work)

    def pin(self, lease: Lease, graph: str, digest: str) -> None:
        """Pin the run to another graph; see `Store.pin`."""
        pictured = (digest, graph, graph_digest(digest, graph))

        def work(connection: Connection) -> None:
            connection.execute(self._sql.add_graph, pictured)
            found = self._writer.held(connection, lease)
            self._writer.set(connection, found, replace(found.head, graph=digest, updated=self._clock()))

        self._database.write(work)

    def rows(self, run: str, after: int = 0) -> Iterator[Kept]:
        """Yield the journal; see `Store.rows`."""
        return self._journal.rows(self._journal.head(run), max(after, 0))

    def heads(
        self,
        *,
        flow: str | None = None,
        statuses: Sequence[str] = (),
        limit: int = 100,
        before: float | None = None,
    ) -> Sequence[Head]:
        """Return runs; see `Store.heads`."""
        given = [*([] if flow is None else [flow]), *statuses, *([] if before is None else [before]), max(limit, 0)]
        listing = self._sql.listing(flow=flow is not None, statuses=len(statuses), before=before is not None)
        return self._journal.heads(listing, given)

    def prune(self, *, before: float, statuses: Sequence[str]) -> int:
        """Delete old runs; see `Store.prune`."""

        def work(connection: Connection) -> int:
            if self._sql.lock_graphs is not None:
                connection.execute(self._sql.lock_graphs)
            old = connection.execute(self._sql.old(len(statuses)), (before, before, *statuses)).fetchall()
            for run, base in old:
                # The mark first: who is just adding rows has it, and these are then seen by the second look.
                connection.execute(self._sql.delete_rows, (base + END - 1, base + END))
                connection.execute(self._sql.delete_rows, (base, base + END))
                connection.execute(self._sql.delete_head, (run,))
            connection.execute(self._sql.delete_graphs)
            return len(old)

        return self._database.write(work) if statuses else 0

    def damages(self) -> Sequence[str]:
        """Return what is damaged; see `Store.damages`."""
        return damages(self._database, self._sql, self._journal)

    def close(self) -> None:
        """Give back connections; see `Store.close`."""
        self._database.close()

    def _stopped(self, lease: Lease, rows: Sequence[Row], standing: Standing) -> Head:
        at = self._clock()
        entries = chained(lease, rows, at)

        def work(connection: Connection) -> tuple[Head, bytes]:
            found = self._writer.held(connection, lease)
            number, tail = self._writer.extend(connection, lease, entries, at)
            head = replace(stopped(found.head, standing, at), rows=number)
            self._writer.give(connection, found, head)
            return head, tail

        head, lease.digest = self._database.write(work)
        lease.rows = head.rows
        return head

    def _written(self, lease: Lease, rows: Sequence[Row]) -> tuple[int, bytes]:
        """Return where the journal ends when it goes on beyond the lease with these very rows.

        So it is where a commit was done and its answer was lost on the way. Raises Fenced otherwise: then somebody else
        has written to the run.
        """
        found = self._journal.head(lease.run)
        if lease.counts(found.head, found.base):
            kept = [entry.row for entry in self._journal.rows(found, lease.rows, lease.digest)]
            if kept and kept == list(rows):
                return found.head.rows, found.tail
        raise Fenced(lease.run)

    def _claimed(self, found: Found, owner: str) -> bool:
        at = self._clock()
        claimed = replace(found.head, fence=found.head.fence + 1, owner=owner, beat=at, updated=at)
        try:
            self._database.write(lambda connection: self._writer.claim(connection, found, claimed))
        except Fenced:
            return False
        return True

    def _clock(self) -> float:
        return float(self._now())
