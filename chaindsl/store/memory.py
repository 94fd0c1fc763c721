"""The store in this process's memory, for tests and for runs that need not outlive it."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock

from chaindsl.store.digest import keepable
from chaindsl.store.failure import Busy, Fenced, KeyTaken, NoGraph, NoRun, RunExists, Stale, Unavailable
from chaindsl.store.found import fields
from chaindsl.store.head import Head, Standing, stopped
from chaindsl.store.lease import Lease
from chaindsl.store.row import Kept, Row


class MemoryStore:
    """Runs in dictionaries; `now` gives the time in seconds since the epoch. Nothing can damage them."""

    def __init__(self, *, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._heads: dict[str, Head] = {}
        self._journals: dict[str, list[Kept]] = {}
        self._graphs: dict[str, str] = {}
        self._lock = Lock()
        self._closed = False

    def create(self, head: Head, graph: str, rows: Sequence[Row], owner: str) -> Lease:
        """Keep a new run; see `Store.create`."""
        keepable(*_texts(rows), *fields(head), graph, owner)
        with self._held():
            known = self._found(head.flow, head.key)
            if known is not None:
                raise KeyTaken(known)
            if head.id in self._heads:
                raise RunExists(head.id)
            at = self._clock()
            self._graphs.setdefault(head.graph, graph)
            self._journals[head.id] = []
            self._heads[head.id] = replace(head, fence=1, owner=owner, beat=at, created=at, updated=at)
            lease = Lease(head.id, 1, owner, at, 0, b"")
            self._add(lease, rows, at)
            return lease

    def head(self, run: str) -> Head:
        """Return how a run stands; see `Store.head`."""
        keepable(run)
        with self._held():
            return self._one(run)

    def find(self, flow: str, key: str) -> Head | None:
        """Return the run that was started under a key; see `Store.find`."""
        keepable(flow, key)
        with self._held():
            return self._found(flow, key)

    def graph(self, digest: str) -> str:
        """Return the JSON of a graph; see `Store.graph`."""
        keepable(digest)
        with self._held():
            if digest not in self._graphs:
                raise NoGraph(digest)
            return self._graphs[digest]

    def claim(self, run: str, owner: str, *, revision: int | None = None, alive: Callable[[Head], bool]) -> Lease:
        """Take the right to advance a run; see `Store.claim`."""
        keepable(owner)
        while True:
            head = self.head(run)
            if revision is not None and head.revision != revision:
                raise Stale(head, revision)
            if head.owner is not None and alive(head):
                raise Busy(head)
            with self._held():
                if self._one(run) == head:
                    at = self._clock()
                    self._heads[run] = replace(head, fence=head.fence + 1, owner=owner, beat=at, updated=at)
                    return Lease(run, head.fence + 1, owner, head.created, head.rows, b"")

    def append(self, lease: Lease, rows: Sequence[Row]) -> None:
        """Add rows to the journal; see `Store.append`."""
        keepable(*_texts(rows))
        with self._held():
            self._own(lease)
            self._add(lease, rows, self._clock())

    def stop(self, lease: Lease, rows: Sequence[Row], standing: Standing) -> Head:
        """Add rows, set how the run stands, give the lease back; see `Store.stop`."""
        keepable(*_texts(rows), standing.status, standing.stopped, standing.state)
        with self._held():
            self._own(lease)
            at = self._clock()
            self._add(lease, rows, at)
            self._heads[lease.run] = stopped(self._heads[lease.run], standing, at)
            return self._heads[lease.run]

    def release(self, lease: Lease) -> None:
        """Give the lease back; see `Store.release`."""
        with self._held():
            if self._owned(lease):
                self._heads[lease.run] = replace(self._heads[lease.run], owner=None, updated=self._clock())

    def beat(self, leases: Iterable[Lease]) -> None:
        """Say that the owners of these leases are at work; see `Store.beat`."""
        with self._held():
            for lease in leases:
                if self._owned(lease):
                    self._heads[lease.run] = replace(self._heads[lease.run], beat=self._clock())

    def pin(self, lease: Lease, graph: str, digest: str) -> None:
        """Pin the run to another graph; see `Store.pin`."""
        keepable(graph, digest)
        with self._held():
            self._own(lease)
            self._graphs.setdefault(digest, graph)
            self._heads[lease.run] = replace(self._heads[lease.run], graph=digest, updated=self._clock())

    def rows(self, run: str, after: int = 0) -> Iterator[Kept]:
        """Yield the journal; see `Store.rows`."""
        keepable(run)
        with self._held():
            self._one(run)
            return iter(self._journals[run][max(after, 0) :])

    def heads(
        self,
        *,
        flow: str | None = None,
        statuses: Sequence[str] = (),
        limit: int = 100,
        before: float | None = None,
    ) -> Sequence[Head]:
        """Return runs; see `Store.heads`."""
        with self._held():
            found = [
                head
                for head in self._heads.values()
                if flow in (None, head.flow)
                and (not statuses or head.status in statuses)
                and (before is None or head.updated < before)
            ]
        return sorted(found, key=lambda head: (-head.updated, head.id))[: max(limit, 0)]

    def prune(self, *, before: float, statuses: Sequence[str]) -> int:
        """Delete old runs; see `Store.prune`."""
        with self._held():
            old = [
                head.id
                for head in self._heads.values()
                if head.status in statuses and head.updated < before and (head.owner is None or head.beat < before)
            ]
            for run in old:
                del self._heads[run], self._journals[run]
            if statuses:
                needed = {head.graph for head in self._heads.values()}
                self._graphs = {digest: graph for digest, graph in self._graphs.items() if digest in needed}
            return len(old)

    def damages(self) -> Sequence[str]:
        """Return nothing: see `Store.damages`."""
        return ()

    def close(self) -> None:
        """Refuse everything from here on."""
        self._closed = True

    @contextmanager
    def _held(self) -> Iterator[None]:
        with self._lock:
            if self._closed:
                raise Unavailable("memory", "it was closed")
            yield

    def _clock(self) -> float:
        return float(self._now())

    def _one(self, run: str) -> Head:
        if run not in self._heads:
            raise NoRun(run)
        return self._heads[run]

    def _found(self, flow: str, key: str | None) -> Head | None:
        heads = self._heads.values() if key is not None else ()
        return next((head for head in heads if (head.flow, head.key) == (flow, key)), None)

    def _owned(self, lease: Lease) -> bool:
        head = self._heads.get(lease.run)
        return head is not None and lease.counts(head)

    def _own(self, lease: Lease) -> None:
        self._one(lease.run)
        if not self._owned(lease):
            raise Fenced(lease.run)

    def _add(self, lease: Lease, rows: Sequence[Row], at: float) -> None:
        journal = self._journals[lease.run]
        journal += (Kept(number, at, row) for number, row in enumerate(rows, len(journal) + 1))
        lease.rows = len(journal)
        self._heads[lease.run] = replace(self._heads[lease.run], rows=lease.rows)


def _texts(rows: Sequence[Row]) -> Iterator[str | None]:
    return (text for row in rows for text in (row.kind, row.data, row.value))
