"""How long whoever calls a model waits for its answer. A client may ask; one that does not is none the worse."""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Protocol


class Patience(Protocol):
    """What a client can know about its caller, from any thread."""

    def left(self) -> float:
        """Return the seconds for which an answer is still of use: 0 or more, infinite where nothing limits them."""
        ...

    def hold(self, cancel: Callable[[], object]) -> None:
        """Have `cancel` called once nobody waits any longer; at once if that is so already."""
        ...

    def release(self, cancel: Callable[[], object]) -> None:
        """Forget what `hold` was given."""
        ...


PATIENCE: ContextVar[Patience | None] = ContextVar("PATIENCE", default=None)
"""Set while a step of a run calls its model."""
