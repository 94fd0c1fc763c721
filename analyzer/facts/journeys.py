"""The most a run of a workflow can cost: as a whole, and between one decision and the next.

Where the machine is unfolded in full this is its dearest way. Where it is too large for that, components of its moves
are passed at most once each: the largest over what lies behind one, plus all that turns in it, times its trips.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.bounds import NOTHING, Bound, Reason, largest, times, total
from analyzer.facts.contract import name_of
from analyzer.facts.dearest import Dearest
from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.trips import Trips
from analyzer.facts.unfolding import Unfolding
from chaindsl.graph.flow import Transition

_DECIDED = (By.DECISION, By.FAILED_DECISION)


@dataclass(frozen=True)
class Journeys:
    """Costs along the moves of a machine; `cost` is that of taking a transition once."""

    machine: Machine
    unfolding: Unfolding
    cost: Callable[[Transition], Bound]

    @cached_property
    def whole(self) -> Bound:
        """What a run costs from start to end, without what someone starts anew after a failure."""
        if not self._known:
            return _not_known()
        if self.unfolding.exact:
            return Dearest(self.machine, self.unfolding, self._costs, lambda move: True).behind(0)
        return self._from_start(Trips(self.machine, lambda move: True))

    @cached_property
    def between_decisions(self) -> Bound:
        """What a run costs from its start, or with one decision, to where it waits for the next."""
        if not self._known:
            return _not_known()
        if self.unfolding.exact:
            return self._dearest_stretch()
        trips = Trips(self.machine, _alone)
        behind = self._behind(trips)
        found = [self._from_start(trips, behind)]
        for name in self.machine.reachable:
            for move in self.machine.moves[name]:
                if move.by in _DECIDED and not move.blocked:
                    target = trips.component_of[trips.number[move.target]]
                    found.append(total([self._once(move), behind[target]]))
        return largest(found)

    def _dearest_stretch(self) -> Bound:
        dearest = Dearest(self.machine, self.unfolding, self._costs, _alone)
        best = dearest.behind(0)
        for links in self.unfolding.links:
            for link in links:
                if link.move is not None and link.move.by in _DECIDED:
                    value = dearest.value(link.target, link.move)
                    if best.finite and value > (best.most or 0):
                        best = dearest.behind(link.target, link.move)
        return best

    @property
    def _known(self) -> bool:
        """Whether it is known where a run begins and where its moves lead."""
        anywhere = any(self.machine.anywhere(name) for name in self.machine.reachable)
        return isinstance(self.machine.workflow.initial, str) and not anywhere

    @cached_property
    def _costs(self) -> list[Bound]:
        return [self.cost(transition) for transition in self.machine.workflow.transitions]

    def _once(self, move: Move) -> Bound:
        return NOTHING if move.transition is None else self._costs[move.transition]

    def _from_start(self, trips: Trips, behind: list[Bound] | None = None) -> Bound:
        initial = self.machine.workflow.initial
        found = self._behind(trips) if behind is None else behind
        return found[trips.component_of[trips.number[str(initial)]]]

    def _behind(self, trips: Trips) -> list[Bound]:
        """What lies behind entering each component, its own cost included."""
        behind: list[Bound] = []
        for number, states in enumerate(trips.components):
            turning: dict[int, None] = {}
            onward: list[Bound] = []
            for state in states:
                for move in trips.moves[state]:
                    target = trips.component_of[trips.number[move.target]]
                    if move.transition is not None and target == number:
                        turning[move.transition] = None
                    if target != number:
                        onward.append(total([self._once(move), behind[target]]))
            inside = [self._turning(transition, trips) for transition in turning]
            behind.append(total([*inside, largest(onward)]))
        return behind

    def _turning(self, number: int, trips: Trips) -> Bound:
        transition = self.machine.workflow.transitions[number]
        reason = Reason(f"`{name_of(transition.name)}` can be taken again and again", transition.place)
        return times(trips.of_transition(number), self._costs[number], reason, tight=False)


def _alone(move: Move) -> bool:
    return move.by not in _DECIDED and move.by is not By.TIME


def _not_known() -> Bound:
    return Bound(None, Reason("transitions that can't be followed"))
