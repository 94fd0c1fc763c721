"""The most a run of a workflow can cost: as a whole, and between one decision and the next.

Components of the moves are passed at most once each, so the dearest way is the largest over what lies behind a
component, plus all that turns in it: the cost of each transition times its trips.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.bounds import NOTHING, Bound, Reason, largest, times, total
from analyzer.facts.contract import name_of
from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.trips import Trips
from chaindsl.graph.flow import Transition

_DECIDED = (By.DECISION, By.FAILED_DECISION)


@dataclass(frozen=True)
class Journeys:
    """Costs along the moves of a machine; `cost` is that of taking a transition once."""

    machine: Machine
    cost: Callable[[Transition], Bound]

    @cached_property
    def whole(self) -> Bound:
        """What a run costs from start to end, without what someone starts anew after a failure."""
        return self._from_start(Trips(self.machine, lambda move: True))

    @cached_property
    def between_decisions(self) -> Bound:
        """What a run costs from its start, or with one decision, to where it waits for the next."""
        trips = Trips(self.machine, lambda move: move.by not in _DECIDED and move.by is not By.TIME)
        if not trips.known:
            return _not_known()
        behind = self._behind(trips)
        found = [self._from_start(trips, behind)]
        for name in self.machine.reachable:
            for move in self.machine.moves[name]:
                if move.by in _DECIDED and not move.blocked:
                    target = trips.component_of[trips.number[move.target]]
                    found.append(total([self._once(move), behind[target]]))
        return largest(found)

    @cached_property
    def _costs(self) -> list[Bound]:
        return [self.cost(transition) for transition in self.machine.workflow.transitions]

    def _once(self, move: Move) -> Bound:
        return NOTHING if move.transition is None else self._costs[move.transition]

    def _from_start(self, trips: Trips, behind: list[Bound] | None = None) -> Bound:
        initial = self.machine.workflow.initial
        if not trips.known or not isinstance(initial, str):
            return _not_known()
        found = self._behind(trips) if behind is None else behind
        return found[trips.component_of[trips.number[initial]]]

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


def _not_known() -> Bound:
    return Bound(None, Reason("transitions that can't be followed"))
