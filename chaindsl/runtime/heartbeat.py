"""Says now and then that the runs which this process advances are still at work, for whoever can't see the process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from chaindsl.store.failure import StoreError
from chaindsl.store.head import Head
from chaindsl.store.lease import Lease
from chaindsl.store.owner import alive, me
from chaindsl.store.store import Store

EVERY = 10.0
"""Seconds between two beats; a store counts a process as gone after several that did not come."""


class Heartbeat:
    """The leases of a process. Its one thread begins with a lease, and ends when it finds none any more."""

    def __init__(self, every: float = EVERY) -> None:
        self._every = every
        self._held: dict[Lease, Store] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def keep(self, store: Store, lease: Lease) -> Iterator[None]:
        """Let a lease beat as long as the block runs."""
        with self._lock:
            self._held[lease] = store
            # A forked process has none of its parent's threads.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._beat, name="chaindsl-heartbeat", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._held.pop(lease, None)

    def holds(self, head: Head) -> bool:
        """Say whether a thread of this process advances a run."""
        with self._lock:
            return any((lease.run, lease.fence) == (head.id, head.fence) for lease in self._held)

    def _beat(self) -> None:
        pause = threading.Event()
        while not pause.wait(self._every):
            with self._lock:
                if not self._held:
                    self._thread = None
                    return
                stores: dict[int, tuple[Store, list[Lease]]] = {}
                for lease, store in self._held.items():
                    stores.setdefault(id(store), (store, []))[1].append(lease)
            for store, leases in stores.values():
                # A beat that is missed is made up for by the next one.
                with suppress(StoreError):
                    store.beat(leases)


HEARTBEAT = Heartbeat()
"""That of this process."""


def at_work(head: Head, now: float) -> bool:
    """Say whether somebody advances a run: of this process it is known, of others what their store and host tell."""
    return HEARTBEAT.holds(head) if head.owner == me() else alive(head, now)
