"""Guards at run time: whether a transition may be taken now."""

from typing import Any

from chaindsl.graph.guard import Condition, evaluate, guard_keys, guard_text
from chaindsl.graph.place import Place
from chaindsl.runtime.action import Callee, Moves
from chaindsl.runtime.failure import GuardFailed, MissingKey
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.judge import reason
from chaindsl.runtime.reader import Reader


class Gatekeeper:
    """The guard of one transition: an expression over keys, or a predicate with the reader of what it reads."""

    __slots__ = ("_guard", "_name", "_place")

    def __init__(self, name: str, guard: Condition | tuple[Callee, Reader], place: Place | None) -> None:
        self._name = name
        self._guard = guard
        self._place = place

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that the guard reads."""
        return guard_keys(self._guard) if not isinstance(self._guard, tuple) else self._guard[1].keys

    @property
    def text(self) -> str:
        """The guard as its author wrote it, or the name of the predicate."""
        return guard_text(self._guard) if not isinstance(self._guard, tuple) else self._guard[0].name

    def holds(self, frame: Frame) -> Moves[bool]:
        """Say whether the guard holds. Raises GuardFailed where that can't be said."""
        try:
            if not isinstance(self._guard, tuple):
                return evaluate(self._guard, frame.values)
            callee, reader = self._guard
            args, _ = reader.fill(frame)
            answer: Any = yield (callee, args, {})
            return bool(answer)
        except Exception as error:
            raise GuardFailed(self._name, self._why(error), self._place) from error

    def _why(self, error: Exception) -> str:
        if isinstance(error, MissingKey):
            return error.issue.message
        if isinstance(error, KeyError) and not isinstance(self._guard, tuple):
            return f"it reads {error.args[0]}, and nothing wrote it on the way"
        return f"{type(error).__name__}: {reason(error)}"
