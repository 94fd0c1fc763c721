"""Guarantees, looked at once more while a run goes on: what would break one is not done."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Never, Passes
from chaindsl.graph.state import Actor
from chaindsl.runtime.action import Moves
from chaindsl.runtime.failure import GuaranteeBroken
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.part import Part


class Watch:
    """What was done in one run of one flow, held against its guarantees.

    Names are those of steps, transitions and states alike; a state is done when it is reached.
    """

    def __init__(self, guarantees: Sequence[Guarantee]) -> None:
        self._guarantees = tuple(guarantees)
        self._done: Counter[str] = Counter()
        self._actors: set[str] = set()

    def before(self, name: str) -> None:
        """Raise GuaranteeBroken if doing `name` now would break a guarantee."""
        self._judge(name, self._done, self._actors)

    def before_move(self, name: str, target: str, actor: str) -> None:
        """Raise GuaranteeBroken if taking `name`, by `actor`, or then reaching `target`, would break one."""
        self.before(name)
        self._judge(target, self._done + Counter((name,)), self._actors | {actor})

    def did(self, name: str, actor: str | None = None) -> None:
        """Take note that something was done, and who had decided it."""
        self._done[name] += 1
        if actor is not None:
            self._actors.add(actor)

    def _judge(self, name: str, done: Counter[str], actors: set[str]) -> None:
        for guarantee in self._guarantees:
            broken = False
            match guarantee:
                case Passes(first, before):
                    broken = before == name and not done[str(first)]
                case Decides(actor, before):
                    # A person may take what is offered to an agent, and then has decided in its place.
                    places = {actor, Actor.HUMAN} if actor == Actor.AGENT else {actor}
                    broken = before == name and not actors & places
                case AtMost(counted, times):
                    broken = counted == name and isinstance(times, int) and done[name] >= times
                case Never(never, after):
                    broken = never == name and done[str(after)] > 0
            if broken:
                raise GuaranteeBroken(text(guarantee), name, guarantee.place)


class Watched:
    """A part of a chain that guarantees speak of."""

    __slots__ = ("_name", "_part")

    def __init__(self, name: str, part: Part) -> None:
        self._name = name
        self._part = part

    def perform(self, frame: Frame) -> Moves[Any]:
        """Run the part unless that would break a guarantee."""
        watch = frame.watch
        if watch is not None:
            watch.before(self._name)
        ended = yield from self._part.perform(frame)
        if watch is not None:
            watch.did(self._name)
        return ended


def text(guarantee: Guarantee) -> str:
    """Return a guarantee as its author wrote it."""
    match guarantee:
        case Passes(name, before):
            return f"passes({name!r}, before={before!r})"
        case Decides(actor, before):
            return f"decides({actor!r}, before={before!r})"
        case AtMost(name, times):
            return f"at_most({name!r}, {times})"
        case Never(name, after):
            return f"never({name!r}, after={after!r})"
