"""A workflow's way as its journal tells it: taken again by a run that is restored, written down by one that goes on."""

from collections.abc import Mapping
from typing import Any

from chaindsl.graph.state import Actor
from chaindsl.runtime.desk import Taken
from chaindsl.runtime.frame import Frame


class Retrace:
    """What one run of one workflow asks and tells its journal; all of it does nothing where there is none."""

    __slots__ = ("_journal", "_path", "_secrets")

    def __init__(self, frame: Frame) -> None:
        self._journal = frame.journal
        self._path = frame.scope.path
        self._secrets = frame.secrets

    def next(self) -> Mapping[str, Any] | None:
        """Take the next move that the run made before it was restored, None when it has made them all."""
        told = None if self._journal is None else self._journal.next_move(self._path)
        return None if told is None else told.data

    def halt(self) -> None:
        """Raise what the run had stopped with before it was restored, once."""
        if self._journal is not None:
            self._journal.halt()

    def waited(self) -> float:
        """Take the seconds for which somebody was waited for before the run was restored."""
        return 0.0 if self._journal is None else self._journal.waited()

    def note(self, taken: Taken, state: str, guards: Mapping[str, bool]) -> None:
        """Write down what is taken, or let a transition fail again that had failed before."""
        if self._journal is None:
            return
        if taken.told:
            self._journal.expect_failure(self._path)
            return
        move: dict[str, Any] = {
            "transition": taken.edge.name,
            "state": state,
            "actor": str(taken.actor),
            "guards": guards,
        }
        arguments, hidden = taken.edge.kept(taken.arguments, self._secrets)
        if hidden:
            move["hidden"] = True
        # A decision counts at once; what the runtime chose may be chosen again as long as nothing came of it.
        self._journal.take(self._path, {**move, "arguments": arguments}, now=taken.actor is not Actor.DETERMINISTIC)

    def moved(self, state: str, why: str, seconds: float = 0.0) -> None:
        """Write down that the run went to a state that no transition's work led to."""
        if self._journal is not None:
            self._journal.moved(self._path, state, why, seconds)
