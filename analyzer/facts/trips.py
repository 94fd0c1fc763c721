"""How often a run can take each transition of a workflow: limits, and the cycles that nothing limits."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.machine import Machine, Move
from analyzer.facts.paths import components, cyclic
from chaindsl.graph.unknown import Unknown


@dataclass(frozen=True)
class Trips:
    """Counts along some of a machine's moves: those that `counted` lets through."""

    machine: Machine
    counted: Callable[[Move], bool]

    @cached_property
    def names(self) -> list[str]:
        """The states, by number."""
        return list(self.machine.states)

    @cached_property
    def number(self) -> dict[str, int]:
        """The numbers of the states."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def moves(self) -> list[list[Move]]:
        """The moves that count, from each state that can be reached."""
        reachable = self.machine.reachable
        return [
            [move for move in self.machine.moves[name] if not move.blocked and self.counted(move)]
            if name in reachable
            else []
            for name in self.names
        ]

    @cached_property
    def successors(self) -> list[list[int]]:
        """The graph of these moves."""
        return [[self.number[move.target] for move in moves] for moves in self.moves]

    @cached_property
    def components(self) -> list[list[int]]:
        """Its components, successors first."""
        return components(self.successors)

    @cached_property
    def component_of(self) -> dict[int, int]:
        """The component of each state."""
        return {state: number for number, states in enumerate(self.components) for state in states}

    def limit(self, move: Move) -> float | None:
        """Return how often a run may make a move; None where that is not known."""
        if move.transition is None:
            return math.inf
        limit = self.machine.workflow.transitions[move.transition].limit
        return None if isinstance(limit, Unknown) else math.inf if limit is None else limit

    @cached_property
    def _rounds(self) -> dict[int, float | None]:
        """For each component, how often a run can come by any place in it that no unlimited cycle goes through."""
        found: dict[int, float | None] = {}
        for number, states in enumerate(self.components):
            if not cyclic(states, self.successors):
                found[number] = 1
                continue
            limits: dict[int | None, float | None] = {}
            for state in states:
                for move in self.moves[state]:
                    if self.component_of[self.number[move.target]] == number:
                        limits[move.transition] = self.limit(move)
            finite = [limit for limit in limits.values() if limit is not None and limit != math.inf]
            found[number] = None if None in limits.values() else 1 + sum(finite)
        return found

    @cached_property
    def _free(self) -> list[list[int]]:
        """The graph of the moves that no limit uses up."""
        return [[self.number[move.target] for move in moves if self.limit(move) == math.inf] for moves in self.moves]

    @cached_property
    def _circles(self) -> dict[int, int]:
        """The states on a cycle that no limit ends, each with the number of its component."""
        found = enumerate(components(self._free))
        return {state: number for number, part in found if cyclic(part, self._free) for state in part}

    @cached_property
    def known(self) -> bool:
        """Whether all targets are known."""
        return not any(self.machine.anywhere(name) for name in self.machine.reachable)

    def of_state(self, name: str) -> float | None:
        """Return how often a run can come to a state at most; None where that is not known."""
        state = self.number[name]
        if not self.known:
            return None
        return math.inf if state in self._circles else self._rounds[self.component_of[state]]

    def of_transition(self, number: int) -> float | None:
        """Return how often a run can take a transition at most; None where that is not known."""
        limit = self.machine.workflow.transitions[number].limit
        taken = [self._from(name, number) for name in self.machine.sources[number]]
        if None in taken or not self.known:
            return limit if isinstance(limit, int) else None
        found = sum(count for count in taken if count is not None)
        return min(found, limit) if isinstance(limit, int) else found

    def _from(self, name: str, number: int) -> float | None:
        """How often a transition is taken from one of its sources: no more often than the run comes there."""
        moves = [move for move in self.moves[self.number[name]] if move.transition == number]
        counts = [self._of_move(move) for move in moves]
        if None in counts:
            return None
        visits = self.of_state(name)
        found = sum(count for count in counts if count is not None)
        return found if visits is None else min(visits, found)

    def _of_move(self, move: Move) -> float | None:
        source, target = self.number[move.source], self.number[move.target]
        if self.component_of[source] != self.component_of[target]:
            return 1
        circle = self._circles.get(source)
        if circle is not None and circle == self._circles.get(target) and self.limit(move) == math.inf:
            return math.inf
        return self._rounds[self.component_of[source]]
