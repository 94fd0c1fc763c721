"""Connections that threads borrow one at a time and give back. It knows nothing of what they connect to.

Neither SQLite nor PostgreSQL can use a connection on both sides of a fork: locks of the parent would seem held in the
child. So before a fork all are closed, once those in use have come back, and each side opens its own when it needs one.
"""

import os
from collections.abc import Callable
from threading import Condition, Lock
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakSet

from chaindsl.store.failure import Unavailable

IDLE = 8
"""How many connections are kept for the next who needs one."""


class Closable(Protocol):
    """What a pool holds."""

    def close(self) -> None: ...


C = TypeVar("C", bound=Closable)


class Pool(Generic[C]):
    """Connections made by `connect`; `where` names the place in errors."""

    def __init__(self, connect: Callable[[], C], where: str) -> None:
        self._connect = connect
        self._where = where
        self._idle: list[C] = []
        self._busy = 0
        self._closed = False
        self._resting = False
        self._lock = Lock()
        self._turn = Condition(self._lock)
        _POOLS.add(self)

    def take(self) -> C:
        """Return a connection that nobody else uses. Raises what `connect` raises, and Unavailable when closed."""
        with self._lock:
            if self._resting:
                self._turn.wait_for(lambda: not self._resting)
            if self._closed:
                raise Unavailable(self._where, "it was closed")
            self._busy += 1
            if self._idle:
                return self._idle.pop()
        try:
            return self._connect()
        except BaseException:
            self._back(None)
            raise

    def give(self, connection: C) -> None:
        """Take back a connection that is as good as new."""
        if not self._back(connection):
            connection.close()

    def drop(self, connection: C) -> None:
        """Take back a connection of which nobody knows how it stands."""
        try:
            connection.close()
        finally:
            self._back(None)

    def close(self) -> None:
        """Close what is idle; what is in use is closed when it comes back."""
        with self._lock:
            self._closed = True
            self._empty()

    def rest(self) -> None:
        """Wait until nothing is in use, close everything, and let nobody in before `wake`."""
        self._lock.acquire()
        self._resting = True
        self._turn.wait_for(lambda: self._busy == 0)
        self._empty()

    def wake(self) -> None:
        """End a `rest`, on either side of a fork."""
        self._resting = False
        self._turn.notify_all()
        self._lock.release()

    def _back(self, connection: C | None) -> bool:
        """Count one as no longer in use, and say whether it is kept."""
        with self._lock:
            self._busy -= 1
            if self._resting:
                self._turn.notify_all()
            kept = connection is not None and not self._closed and len(self._idle) < IDLE
            if connection is not None and kept:
                self._idle.append(connection)
            return kept

    def _empty(self) -> None:
        while self._idle:
            self._idle.pop().close()


_POOLS: WeakSet[Pool[Any]] = WeakSet()
_RESTING: list[Pool[Any]] = []
_FORKING = Lock()


def _before_fork() -> None:
    _FORKING.acquire()
    for pool in list(_POOLS):
        pool.rest()
        _RESTING.append(pool)


def _after_fork() -> None:
    while _RESTING:
        _RESTING.pop().wake()
    _FORKING.release()


os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)
