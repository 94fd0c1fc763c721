"""Between bodies and models of the other kind: a plain body may be handed an awaited model, and the reverse."""

from collections.abc import Awaitable, Callable, Generator
from typing import Any, Protocol

from chaindsl.vocabulary.model import Completion


class Crossing(Protocol):
    """What whoever drives a run does for its bodies."""

    def wait(self, pending: Awaitable[Any], /) -> Any:
        """Wait for an awaitable, from a plain body's thread."""

    def aside(self, call: Callable[[], Any], /) -> Awaitable[Any]:
        """Begin a plain call in a thread, in a copy of the caller's context; the result is awaited on the loop."""


class _Nowhere:
    """Nobody drives: nothing can be awaited."""

    def wait(self, pending: Awaitable[Any], /) -> Any:
        raise RuntimeError("a model is awaited outside of a run")

    def aside(self, call: Callable[[], Any], /) -> Awaitable[Any]:
        raise RuntimeError("a model is awaited outside of a run")


_NOWHERE = _Nowhere()


class Bridge:
    """Where the bodies of a run find the `driver`, while there is one."""

    __slots__ = ("driver",)

    def __init__(self) -> None:
        self.driver: Crossing = _NOWHERE


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
