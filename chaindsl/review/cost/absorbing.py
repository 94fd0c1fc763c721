"""Means over all ways of an absorbing Markov chain (Kemeny and Snell, "Finite Markov Chains", 1960).

It knows points, chances and gains, and nothing of flows.
"""

import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.paths import components, reached
from chaindsl.review.cost.spread import Amount

MOST_SWEEPS = 5_000
_CLOSE = 1e-13


@dataclass(frozen=True, slots=True)
class Arc:
    """A move to another point, taken with a chance. What the chances of a point leave over ends the run there.

    `label` says what is gained by it, nothing where it is below 0; `failed` that it is what a failure leads to.
    """

    target: int
    chance: float
    label: int = -1
    failed: bool = False


@dataclass(frozen=True)
class Absorbing:
    """Points and the arcs from each; the run starts at point 0."""

    arcs: Sequence[Sequence[Arc]]

    def mean(self, gains: Sequence[Amount], ends: Sequence[float]) -> Amount:
        """Return the mean of what a run gains: `gains` by the label of an arc, `ends` by the point where it stays.

        None where a gain that counts is not known or the mean is not found, infinity where a run may never end.
        """
        used = self._used
        if any(gains[label] is None for label in used):
            return None
        if not any(gains[label] for label in used) and not any(ends):
            return 0.0
        if self._endless and any(gains[label] for label in used):
            return math.inf
        values = list(map(float, ends))
        for part in self._parts:
            if not self._settle(part, gains, values, ends):
                return None
        return values[0]

    def least(self, costs: Sequence[Amount], goals: Sequence[bool]) -> Amount:
        """Return the least that a way from the start to a goal costs (Dijkstra 1959); None where it is not known."""
        best: dict[int, float] = {}
        waiting = [(0.0, 0)]
        while waiting:
            cost, point = heapq.heappop(waiting)
            if point in best:
                continue
            best[point] = cost
            if goals[point]:
                return cost
            for arc in self.arcs[point]:
                step = 0.0 if arc.label < 0 else costs[arc.label]
                if step is None:
                    return None
                if arc.target not in best:
                    heapq.heappush(waiting, (cost + step, arc.target))
        return None

    def _settle(self, part: Sequence[int], gains: Sequence[Amount], values: list[float], ends: Sequence[float]) -> bool:
        """Find the values of points that lead to each other, those behind them being known."""
        known = {
            point: [
                (arc.target, arc.chance, 0.0 if arc.label < 0 else gains[arc.label] or 0.0) for arc in self.arcs[point]
            ]
            for point in part
        }
        for _ in range(MOST_SWEEPS):
            change = 0.0
            for point, arcs in known.items():
                here, stays = 0.0, 1.0
                for target, chance, gain in arcs:
                    if target == point:
                        here += chance * gain
                        stays -= chance
                    else:
                        here += chance * (gain + values[target])
                found = ends[point] if not arcs else 0.0 if stays <= 0 else here / stays
                change = max(change, abs(found - values[point]) / max(1.0, abs(found)))
                values[point] = found
            if len(part) == 1 or change < _CLOSE:
                return True
        return False

    @cached_property
    def _successors(self) -> list[list[int]]:
        return [[arc.target for arc in some if arc.chance > 0] for some in self.arcs]

    @cached_property
    def _parts(self) -> list[list[int]]:
        return components(self._successors)

    @cached_property
    def _used(self) -> set[int]:
        """The labels of arcs that a run may take."""
        return {arc.label for point in self._possible for arc in self.arcs[point] if arc.chance > 0 and arc.label >= 0}

    @cached_property
    def _possible(self) -> set[int]:
        return reached(self._successors, [0])

    @cached_property
    def _endless(self) -> bool:
        """Whether a run may come to where it can't end."""
        before: list[list[int]] = [[] for _ in self.arcs]
        for point, targets in enumerate(self._successors):
            for target in targets:
                before[target].append(point)
        leaving = [n for n, some in enumerate(self.arcs) if sum(arc.chance for arc in some) < 1 - 1e-9]
        return bool(self._possible - reached(before, leaving))
