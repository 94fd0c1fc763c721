"""Who wants to hear a model's answer piece by piece. A client may tell; one that does not is none the worse."""

from collections.abc import Callable
from contextvars import ContextVar

Told = Callable[[str, int], object]
"""Takes a piece of an answer, and how many characters of the answer came before it."""

CHUNKS: ContextVar[Told | None] = ContextVar("CHUNKS", default=None)
"""Set while a step of a run calls its model, and somebody listens."""
