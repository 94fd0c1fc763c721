"""An event loop of its own, in a thread of its own, for the asynchronous steps of a synchronous run."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any


class PrivateLoop:
    """Started when the first coroutine comes; `close` cancels what is left and ends it."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._lock = Lock()

    def submit(self, work: Coroutine[Any, Any, Any]) -> "Future[Any]":
        """Run a coroutine, in a copy of the caller's context."""
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(target=self._loop.run_forever, name="chaindsl-loop", daemon=True)
                self._thread.start()
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self) -> None:
        """Cancel what still runs, wait for it, and end the thread."""
        loop, thread = self._loop, self._thread
        if loop is None or thread is None:
            return
        self._loop = self._thread = None
        asyncio.run_coroutine_threadsafe(_cancel_others(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _cancel_others() -> None:
    """Cancel every other task, wait until it has ended, and close what generators are open."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
