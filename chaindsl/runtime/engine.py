"""Where the bodies of steps are called. The core, its budgets, retries, records and journal stay in this process."""

from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from chaindsl.runtime.action import Callee
from chaindsl.runtime.awaited import awaited


class Engine(Protocol):
    """Calls what it is handed somewhere, at once or when there is room.

    A driver waits for the future as long as the call may take, and then cancels it: that ends the call where that can
    be done. An engine that finds that a call was lost gives it an exception, and does not begin it anew: whether it is
    tried again is up to the step.
    """

    def submit(self, callee: Callee, args: Sequence[Any], kwargs: dict[str, Any]) -> "Future[Any]":
        """Begin a call; the result of the future is what the body returns, or raises."""
        ...


class InThreads:
    """Calls in threads of this process; `submit` takes a function and its arguments."""

    __slots__ = ("_submit",)

    def __init__(self, submit: Callable[..., "Future[Any]"]) -> None:
        self._submit = submit

    def submit(self, callee: Callee, args: Sequence[Any], kwargs: dict[str, Any]) -> "Future[Any]":
        """Begin a call in a thread."""
        return self._submit(callee.function, *args, **kwargs)


class OnLoop:
    """Awaits on an event loop of this process, within the callee's own time; `submit` takes a coroutine."""

    __slots__ = ("_submit",)

    def __init__(self, submit: Callable[[Coroutine[Any, Any, Any]], "Future[Any]"]) -> None:
        self._submit = submit

    def submit(self, callee: Callee, args: Sequence[Any], kwargs: dict[str, Any]) -> "Future[Any]":
        """Begin a call on the loop."""
        return self._submit(awaited(callee, args, kwargs))
