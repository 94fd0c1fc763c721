"""Plain calls beside an event loop, in threads that the runs on the loop share: so many at a time, the others wait.

It is the waiting that is counted: a call that nobody waits for any longer keeps its thread, and no other call waiting.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from chaindsl.runtime.threads import Threads

MOST = 1_000
"""Calls at a time on one loop."""


class _Beside:
    """What one loop has while runs use it: threads, and the room in them."""

    def __init__(self) -> None:
        self.threads = Threads("chaindsl-aside")
        self.room = asyncio.Semaphore(MOST)
        self.runs = 0


_LOOPS: dict[asyncio.AbstractEventLoop, _Beside] = {}


class Aside:
    """One run's share of the threads beside its loop. They end when the last run that used them is closed."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._beside: _Beside | None = None

    async def call(self, function: Callable[[], Any]) -> Any:
        """Return what a plain call returns, made in a thread, in a copy of this context."""
        if self._beside is None:
            self._beside = _LOOPS.setdefault(self._loop, _Beside())
            self._beside.runs += 1
        async with self._beside.room:
            return await asyncio.wrap_future(self._beside.threads.submit(function))

    def close(self) -> None:
        """Leave the threads to other runs, if there are any."""
        beside, self._beside = self._beside, None
        if beside is None:
            return
        beside.runs -= 1
        if not beside.runs:
            beside.threads.close()
            del _LOOPS[self._loop]
