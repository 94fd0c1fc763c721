"""The dearest way through an unfolded machine: exact as far as guards and limits decide."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.bounds import NOTHING, Bound, Reason, times, total
from analyzer.facts.contract import name_of
from analyzer.facts.machine import Machine, Move
from analyzer.facts.paths import components
from analyzer.facts.unfolding import Link, Unfolding


@dataclass(frozen=True)
class Dearest:
    """Ways along the moves that `counted` lets through; `costs` are those of each transition."""

    machine: Machine
    unfolding: Unfolding
    costs: Sequence[Bound]
    counted: Callable[[Move], bool]

    def behind(self, point: int, first: Move | None = None) -> Bound:
        """Return the most that a run costs from a point on, after the move that led there."""
        start = NOTHING if first is None else self._cost(first)
        if self._best[point] is None:
            return total([start, self._endless[point]])
        count: Counter[int] = Counter() if first is None else Counter([first.transition or 0])
        current: int | None = point
        while current is not None:
            link = self._onward[current]
            if link is not None and link.move is not None and link.move.transition is not None:
                count[link.move.transition] += 1
            current = None if link is None else link.target
        return total(times(number, self.costs[index], tight=False) for index, number in sorted(count.items()))

    def value(self, point: int, first: Move) -> float:
        """Return the same as a number; infinity or what is not known counts as more than anything."""
        cost, best = self._cost(first).most, self._best[point]
        return float("inf") if cost is None or best is None else cost + best

    def _cost(self, move: Move | None) -> Bound:
        return NOTHING if move is None or move.transition is None else self.costs[move.transition]

    @cached_property
    def _links(self) -> list[list[Link]]:
        return [
            [link for link in links if link.move is None or self.counted(link.move)] for links in self.unfolding.links
        ]

    @cached_property
    def _parts(self) -> list[list[int]]:
        return components([[link.target for link in links] for links in self._links])

    @cached_property
    def _part_of(self) -> dict[int, int]:
        return {node: number for number, part in enumerate(self._parts) for node in part}

    @cached_property
    def _endless(self) -> list[Bound]:
        """For each point why there is no number for what lies behind it; nothing where there is one."""
        of_part: list[Bound] = []
        for number, part in enumerate(self._parts):
            found = NOTHING
            for node in part:
                for link in self._links[node]:
                    target = self._part_of[link.target]
                    if found is NOTHING:
                        found = self._why(link, turns=target == number)
                    if found is NOTHING and target != number:
                        found = of_part[target]
            of_part.append(found)
        return [of_part[self._part_of[node]] for node in range(len(self.unfolding.points))]

    def _why(self, link: Link, *, turns: bool) -> Bound:
        cost = self._cost(link.move)
        if cost.most == 0 or link.move is None or link.move.transition is None:
            return NOTHING
        if cost.finite and not turns:
            return NOTHING
        transition = self.machine.workflow.transitions[link.move.transition]
        reason = Reason(f"`{name_of(transition.name)}` can be taken again and again", transition.place)
        return times(math.inf, cost, reason) if cost.finite else cost

    @cached_property
    def _best(self) -> list[float | None]:
        """The most behind each point, None where that has no number."""
        return self._tables[0]

    @cached_property
    def _onward(self) -> list[Link | None]:
        """The link from each point towards the most."""
        return self._tables[1]

    @cached_property
    def _tables(self) -> tuple[list[float | None], list[Link | None]]:
        best: list[float | None] = [None] * len(self.unfolding.points)
        onward: list[Link | None] = [None] * len(self.unfolding.points)
        for number, part in enumerate(self._parts):
            if self._endless[part[0]] is not NOTHING:
                continue
            # Within a component nothing costs anything, so it is as good to be at any of its points.
            top, leave = 0.0, None
            for node in part:
                for link in self._links[node]:
                    behind = best[link.target]
                    if self._part_of[link.target] != number and behind is not None:
                        value = behind + (self._cost(link.move).most or 0)
                        if leave is None or value > top:
                            top, leave = value, link
            for node in part:
                best[node], onward[node] = top, leave
        return best, onward
