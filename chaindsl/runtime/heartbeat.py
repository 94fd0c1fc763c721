"""Says now and then that the runs which this process advances are still at work, for whoever can't see the process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from chaindsl.store.failure import StoreError
from chaindsl.store.head import Head
from chaindsl.store.lease import Lease
from chaindsl.store.owner import alive, me
from chaindsl.store.store import Store

_HELD: set[tuple[str, int]] = set()
"""The runs that threads of this process advance now, each with its fence."""
EVERY = 10.0
"""Seconds between two beats; a store counts a process as gone after several that did not come."""


def at_work(head: Head, now: float) -> bool:
    """Say whether somebody advances a run: of this process it is known, of others what their store and host tell."""
    return (head.id, head.fence) in _HELD if head.owner == me() else alive(head, now)


class Heartbeat:
    """One thread for all leases of a store; it begins with the first lease and ends with the process."""

    def __init__(self, store: Store, every: float = EVERY) -> None:
        self._store = store
        self._every = every
        self._leases: set[Lease] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def keep(self, lease: Lease) -> Iterator[None]:
        """Let a lease beat as long as the block runs."""
        held = lease.run, lease.fence
        _HELD.add(held)
        with self._lock:
            self._leases.add(lease)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._beat, name="chaindsl-heartbeat", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            _HELD.discard(held)
            with self._lock:
                self._leases.discard(lease)

    def _beat(self) -> None:
        pause = threading.Event()
        while not pause.wait(self._every):
            with self._lock:
                leases = tuple(self._leases)
            if leases:
                # A beat that is missed is made up for by the next one.
                with suppress(StoreError):
                    self._store.beat(leases)
