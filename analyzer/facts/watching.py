"""A shortest way through an unfolded workflow that breaks a guarantee: guards, values and limits are all minded."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.repetition import traced
from analyzer.facts.unfolding import Link, Unfolding
from analyzer.facts.verdict import Verdict
from chaindsl.graph.guarantee import Decides, Never, Passes
from chaindsl.graph.guard import Predicate
from chaindsl.graph.state import Actor
from chaindsl.graph.unknown import Unknown

Watched = Passes | Decides | Never


class Mark(Enum):
    """What has come about so far, as far as a guarantee asks."""

    NOT_YET = 0
    """What has to come first, or what ends all: nothing of it."""
    SEEN = 1
    """It has been; of what has to come first there is no more to be said."""
    BROKEN = 2


@dataclass(frozen=True)
class Watching:
    """One guarantee, watched along moves. `names` are those that transitions and states have."""

    machine: Machine
    unfolding: Unfolding
    guarantee: Watched

    def broken(self) -> list[Link] | None:
        """Return a shortest way that breaks the guarantee, None where there is none."""
        first = self._enter(Mark.NOT_YET, str(self.machine.workflow.initial))
        if first is Mark.BROKEN:
            return []
        came: dict[tuple[int, Mark], tuple[tuple[int, Mark], Link] | None] = {(0, first): None}
        waiting = deque([(0, first)])
        while waiting:
            here = waiting.popleft()
            for link in self.unfolding.links[here[0]]:
                mark = here[1] if link.move is None else self._along(here[1], link.move)
                if mark is Mark.BROKEN:
                    return [*traced(came, here), link]
                there = (link.target, mark)
                if there not in came and not self._settled(mark):
                    came[there] = (here, link)
                    waiting.append(there)
        return None

    def _settled(self, mark: Mark) -> bool:
        """Whether nothing that follows can break the guarantee."""
        return mark is Mark.SEEN and not isinstance(self.guarantee, Never)

    def _along(self, mark: Mark, move: Move) -> Mark:
        if move.transition is not None:
            transition = self.machine.workflow.transitions[move.transition]
            if self._forbids(mark, str(transition.name)):
                return Mark.BROKEN
            if move.by in (By.RUNTIME, By.DECISION):
                mark = self._did(mark, str(transition.name), transition.actor)
        return self._enter(mark, move.target)

    def _enter(self, mark: Mark, state: str) -> Mark:
        return Mark.BROKEN if self._forbids(mark, state) else self._did(mark, state, None)

    def _forbids(self, mark: Mark, name: str) -> bool:
        match self.guarantee:
            case Passes(before=before) | Decides(before=before):
                return name == before and mark is Mark.NOT_YET
            case Never(never):
                return name == never and mark is Mark.SEEN

    def _did(self, mark: Mark, name: str, actor: object) -> Mark:
        match self.guarantee:
            case Passes(needed):
                return Mark.SEEN if name == needed else mark
            case Decides(wanted):
                return Mark.SEEN if decides(actor, wanted) else mark
            case Never(after=after):
                return Mark.SEEN if name == after else mark


def decides(actor: object, wanted: object) -> bool:
    """Say whether taking a transition of `actor` is a decision of `wanted`: a person may decide in an agent's place."""
    if isinstance(actor, Unknown):
        return True
    return actor == wanted or (wanted == Actor.AGENT and actor is Actor.HUMAN)


def certain(machine: Machine, unfolding: Unfolding, links: Sequence[Link]) -> bool:
    """Say whether each move of a way can certainly be made: no predicate has to answer, and no value is in doubt."""
    point = 0
    for link in links:
        if link.move is not None and not _certain(machine, unfolding, point, link.move):
            return False
        point = link.target
    return True


def _certain(machine: Machine, unfolding: Unfolding, point: int, move: Move) -> bool:
    name, values, used = unfolding.points[point]
    here, transitions = machine.states[name], machine.workflow.transitions
    gone = {number for number, count in used if count == transitions[number].limit}
    tried = tuple(number for number in here.tried if number not in gone)
    offered = tuple(number for number in here.offered if number not in gone)
    choice = machine.choose(tried, offered, dict(values), counted=True)
    number = move.transition
    if number is None:
        found, asked = choice.gap, tried
    elif number in tried:
        found, asked = choice.taken[tried.index(number)], tried[: tried.index(number) + 1]
    else:
        found, asked = choice.offered[offered.index(number)], (*tried, number)
    return found is Verdict.YES and not any(isinstance(transitions[one].guard, Predicate) for one in asked)
