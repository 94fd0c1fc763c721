"""Between bodies and models of the other kind: a plain body may be handed an awaited model, and the reverse."""

from collections.abc import Awaitable, Callable, Generator
from typing import Any

from chaindsl.vocabulary.model import Completion


class Bridge:
    """What whoever drives the run does for its bodies, while it drives.

    `wait` waits for an awaitable, from a plain body's thread. `aside` begins a plain call in a thread, in a copy of the
    caller's context; what it returns is awaited on the running loop.
    """

    __slots__ = ("aside", "wait")

    def __init__(self) -> None:
        self.wait: Callable[[Awaitable[Any]], Any] = _nowhere
        self.aside: Callable[[Callable[[], Any]], Awaitable[Any]] = _nowhere


class Ready(Completion):
    """A text that is there already, for an asynchronous body to await or to use as it is."""

    __slots__ = ()

    def __await__(self) -> Generator[Any, None, "Ready"]:
        yield from ()
        return self


def ready(answer: Any) -> Any:
    """Return a model's answer so that it can be awaited, if it is a text."""
    if isinstance(answer, Completion):
        return Ready(answer, usage=answer.usage, model=answer.model)
    return Ready(answer) if isinstance(answer, str) else answer


def _nowhere(pending: object) -> Any:
    raise RuntimeError("a model is awaited outside of a run")
