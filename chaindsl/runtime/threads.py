"""Daemon threads for calls that must not block, or may have to be abandoned.

The pools of the standard library wait for their threads when the process ends; a call that never comes back would
keep the process alive.
"""

import contextvars
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

_Task = tuple["Future[Any]", Callable[[], Any]]


class Threads:
    """Runs each task at once: in an idle thread if there is one, else in a new one; beyond `most` of them it waits."""

    def __init__(self, name: str = "chaindsl", most: int | None = None) -> None:
        self._name = name
        self._most = most
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._lock = Lock()
        self._idle = 0
        self._alive = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Call the function in a thread, in a copy of the caller's context."""
        future: Future[Any] = Future()
        context = contextvars.copy_context()
        self._tasks.put((future, lambda: context.run(function, *args, **kwargs)))
        with self._lock:
            if self._idle:
                self._idle -= 1
                return future
            if self._alive == self._most:
                return future
            self._alive += 1
        Thread(target=self._work, name=self._name, daemon=True).start()
        return future

    def close(self) -> None:
        """Let idle threads end, and busy ones after their task."""
        with self._lock:
            alive, self._alive = self._alive, 0
        for _ in range(alive):
            self._tasks.put(None)

    def _work(self) -> None:
        while True:
            task = self._tasks.get()
            if task is None:
                return
            self._settle(*task)
            del task
            with self._lock:
                self._idle += 1

    def _settle(self, future: "Future[Any]", call: Callable[[], Any]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = call()
        except StopIteration:
            # A future can't hold one; the core says the same of a call in its own thread.
            future.set_exception(RuntimeError("the function raised StopIteration"))
        except BaseException as error:  # noqa: BLE001  it is raised again by whoever waits for the outcome
            future.set_exception(error)
        else:
            future.set_result(result)
