"""Connections that threads borrow one at a time and give back. It knows nothing of what they connect to.

Neither SQLite nor PostgreSQL can use a connection on both sides of a fork: locks of the parent would seem held in the
child. So before a fork all are closed, once those in use have come back, and each side opens its own when it needs one.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar
from weakref import WeakSet

from chaindsl.store.failure import Unavailable

IDLE = 8
"""How many connections are kept for the next who needs one."""

PAUSE = 0.001
"""Seconds between two looks whether those in use have come back, before a fork."""


class Closable(Protocol):
    """What a pool holds."""

    def close(self) -> None: ...


C = TypeVar("C", bound=Closable)


class Pool(Generic[C]):
    """Connections to `where`. It doesn't know whom they are for, and so goes, and they with it, when its owner does."""

    def __init__(self, where: str) -> None:
        self._where = where
        # Taking from a list and adding to it is safe among threads; the lock guards the rest.
        self._idle: list[C] = []
        self._open = 0
        self._closed = False
        self._lock = Lock()
        self._counting = Lock()
        _POOLS.add(self)

    def __del__(self) -> None:
        self.close()

    def take(self, connect: Callable[[], C]) -> C:
        """Return a connection that nobody else uses, made by `connect` if there is none.

        Raises what `connect` raises, and Unavailable when the pool is closed.
        """
        try:
            return self._idle.pop()
        except IndexError:
            return self._another(connect)

    def give(self, connection: C) -> None:
        """Take back a connection that is as good as new."""
        if len(self._idle) >= IDLE:
            self.drop(connection)
            return
        self._idle.append(connection)
        if self._closed:
            self._empty()

    def drop(self, connection: C) -> None:
        """Take back a connection that is not to be used again."""
        try:
            connection.close()
        finally:
            self._count(-1)

    def close(self) -> None:
        """Close what is idle; what is in use is closed when it comes back."""
        self._closed = True
        self._empty()

    def rest(self) -> None:
        """Wait until nothing is in use, close everything, and let nobody in before `wake`."""
        self._lock.acquire()
        self._empty()
        while self._count(0) > 0:
            time.sleep(PAUSE)
            self._empty()

    def wake(self) -> None:
        """End a `rest`, on either side of a fork."""
        self._lock.release()

    def _another(self, connect: Callable[[], C]) -> C:
        with self._lock:
            if self._closed:
                raise Unavailable(self._where, "it was closed")
            self._count(1)
        try:
            return connect()
        except BaseException:
            self._count(-1)
            raise

    def _count(self, more: int) -> int:
        with self._counting:
            self._open += more
            return self._open

    def _empty(self) -> None:
        while self._idle:
            with suppress(IndexError):
                self.drop(self._idle.pop())


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
