"""What every store does. It knows rows and heads, and nothing of flows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from chaindsl.store.head import Head, Standing
from chaindsl.store.lease import Lease
from chaindsl.store.row import Kept, Row


class Store(Protocol):
    """Runs, each with its head and its journal.

    Every method is one transaction: done wholly or not at all, and durable when it returns. Each row holds the hash
    of the one before and each head has a seal, so whatever is read and is not what was written raises Damaged. All
    methods may be called from several threads, and from several processes at once; a fork is no hindrance. Any of them
    raises Unavailable where the place can't be used, and may then be called again.
    """

    def create(self, head: Head, graph: str, rows: Sequence[Row], owner: str) -> Lease:
        """Keep a new run, claimed by `owner`; `graph` is the JSON of its graph, stored once for each `head.graph`.

        Its fence, owner and times are the store's to say. Raises KeyTaken where the flow has a run of this key,
        RunExists where the id is taken.
        """

    def head(self, run: str) -> Head:
        """Return how a run stands. Raises NoRun."""

    def find(self, flow: str, key: str) -> Head | None:
        """Return the run of a flow that was started under a key."""

    def graph(self, digest: str) -> str:
        """Return the JSON of the graph with this hash. Raises NoGraph."""

    def claim(self, run: str, owner: str, *, revision: int | None = None, alive: Callable[[Head], bool]) -> Lease:
        """Take the right to advance a run. `alive` says of a head whether its owner may still be at work.

        It is called outside of any transaction, and only where there is an owner. Raises NoRun, Stale where the run is
        at another revision, Busy where its owner is alive.
        """

    def append(self, lease: Lease, rows: Sequence[Row]) -> None:
        """Add rows to the journal.

        After Unavailable nobody knows whether they are there; the same rows may then be given again, and are not
        there twice. Raises Fenced where somebody else has claimed the run since, NoRun where it was pruned.
        """

    def stop(self, lease: Lease, rows: Sequence[Row], standing: Standing) -> Head:
        """Add rows, set how the run stands, count a revision, and give the lease back. Raises Fenced, NoRun."""

    def release(self, lease: Lease) -> None:
        """Give the lease back, the run as it stood; do nothing where somebody else has claimed it since."""

    def beat(self, leases: Iterable[Lease]) -> None:
        """Say that the owners of these leases are at work."""

    def pin(self, lease: Lease, graph: str, digest: str) -> None:
        """Pin the run to another graph. Raises Fenced, NoRun."""

    def rows(self, run: str, after: int = 0) -> Iterator[Kept]:
        """Yield the journal from the row behind number `after`, up to the one that is the last now.

        Raises NoRun at once, and Damaged when it comes to it.
        """

    def heads(
        self,
        *,
        flow: str | None = None,
        statuses: Sequence[str] = (),
        limit: int = 100,
        before: float | None = None,
    ) -> Sequence[Head]:
        """Return runs, those that changed last first, ties by id; `before` leaves out what changed at or after it."""

    def prune(self, *, before: float, statuses: Sequence[str]) -> int:
        """Delete the runs of these statuses that changed before a time, and graphs nobody needs; return how many.

        A run whose owner was heard of since then stays. Without statuses nothing is done.
        """

    def damages(self) -> Sequence[str]:
        """Return what is damaged in the whole store, a line each; nothing where all is as it was written."""

    def close(self) -> None:
        """Give back files and connections. Leases stay with their owners until those are no longer alive."""
