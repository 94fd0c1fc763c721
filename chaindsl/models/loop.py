"""One event loop in one thread of this process, on which plain clients ask. It knows no client.

So a call can end, and close its socket, at any moment: whatever it waits for, and whoever says so.
"""

import asyncio
import atexit
import math
import os
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from threading import Lock, Thread
from typing import Any, Protocol, TypeVar

from chaindsl.models.failure import ModelError
from chaindsl.vocabulary.patience import PATIENCE

T = TypeVar("T")

_LONGEST_CLOSE = 2.0
"""Seconds that the end of the process waits for connections to close."""


class Closing(Protocol):
    """Something that was opened on the loop, and is to be closed there."""

    async def aclose(self) -> None:
        """Close it; twice is fine."""
        ...


class Loop:
    """The loop and its thread, started when they are first needed, and anew in a process that was forked.

    `opened` is what to close before they end.
    """

    def __init__(self) -> None:
        self.opened: set[Closing] = set()
        self._lock = Lock()
        self._running: tuple[int, asyncio.AbstractEventLoop, Thread] | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine there, in a copy of this context, and wait.

        Raises ModelError `model-timeout` when whoever asked has stopped waiting. An interruption here cancels it there.
        """
        future = asyncio.run_coroutine_threadsafe(work, self._loop())
        patience = PATIENCE.get()
        if patience is not None:
            patience.hold(future.cancel)
        try:
            return future.result()
        except CancelledError:
            raise ModelError("model-timeout", "nobody waits for this answer any longer") from None
        finally:
            future.cancel()
            if patience is not None:
                patience.release(future.cancel)

    def close(self, one: Closing) -> "Future[None] | None":
        """Begin to close something that was opened there; None once the loop has ended, which closes all."""
        running = self._running
        if running is None or running[0] != os.getpid():
            return None
        return asyncio.run_coroutine_threadsafe(self._aclose(one), running[1])

    def end(self) -> None:
        """Close what is open and end the thread, unless somebody still asks: that ends with the process, as threads do.

        The next call starts another.
        """
        with self._lock:
            running, self._running = self._running, None
        if running is None or running[0] != os.getpid():
            return
        _, loop, thread = running
        if asyncio.run_coroutine_threadsafe(self._idle(), loop).result(_LONGEST_CLOSE):
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    def _loop(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._running is None or self._running[0] != os.getpid():
                self.opened.clear()
                loop = asyncio.new_event_loop()
                # Nobody else is kept waiting here, so nobody needs to read how long something took.
                loop.slow_callback_duration = math.inf
                thread = Thread(target=loop.run_forever, name="chaindsl-models", daemon=True)
                thread.start()
                self._running = os.getpid(), loop, thread
            return self._running[1]

    async def _aclose(self, one: Closing) -> None:
        self.opened.discard(one)
        await one.aclose()

    async def _idle(self) -> bool:
        """Close what is open, unless a call is under way."""
        if len(asyncio.all_tasks()) > 1:
            return False
        for one in tuple(self.opened):
            await self._aclose(one)
        return True


LOOP = Loop()
atexit.register(LOOP.end)
