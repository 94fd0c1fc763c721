"""Looks for runs that take what a flow has to take: plainly first, then with one choice after the other changed.

Runs that show something new are varied before all others. It is an exhaustive search of the tree of choices, ended by
a number of runs, so that it finds the same each time.
"""

import heapq
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from chaindsl.graph.unknown import known
from chaindsl.language.flow import Flow
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status
from chaindsl.testing.branches.choosing import Choosing, Learned, Plan, Point
from chaindsl.testing.branches.options import Options
from chaindsl.testing.branches.seen import turns_of
from chaindsl.testing.branches.turn import Turn
from chaindsl.testing.row import ending, row
from chaindsl.testing.staging import Stage

MOST_RUNS = 800
RECORDS = 20
"""A run with so many records counts for one more."""
MOST_TIMES = 6
"""How often something is chosen anew for the same step; after that it goes on as it did."""
AFTERWARDS = 60
"""How many runs there are after all is taken, since a shorter one may take the same."""


@dataclass(frozen=True)
class Found:
    """A run with what makes it so: `script` by kind and step, `decisions` in turn."""

    inputs: dict[str, Any]
    script: dict[str, dict[str, list[Any]]]
    decisions: tuple[Any, ...]
    turns: tuple[Turn, ...]
    steps: tuple[str, ...]
    ending: str
    cost: tuple[int, ...]
    stand_ins: frozenset[str]
    log: tuple[tuple[Point, int, int], ...]

    @property
    def completed(self) -> bool:
        """Whether it came to its end."""
        return not self.cost[1]

    @property
    def said(self) -> tuple[str, ...]:
        """What makes two runs the same: inputs, stubs and decisions."""
        return (repr(self.inputs), repr(self.script), repr(self.decisions))


class Explorer:
    """Looks through one flow. `found` are the runs that took something first, or in a plainer way."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.options = Options(flow.definition)
        self.found: list[Found] = []
        self.runs = 0
        self._looks = 0
        self._learned: Learned = {}
        self._stage = Stage(flow.definition)
        self._best: dict[Turn, tuple[int, ...]] = {}
        entries = known(flow.graph.inputs, ())
        self._keys = {entry.key: entry.optional for entry in entries}

    @property
    def seen(self) -> set[Turn]:
        """Every turn that some run took."""
        return set(self._best)

    def look(self, wanted: Sequence[Turn], stand_ins: frozenset[str], most: int = MOST_RUNS) -> None:
        """Try runs until all that is wanted is seen and some more, or for so many runs; long ones count for more.

        The bodies of `stand_ins` do not run. Called again, it looks for what was not seen before.
        """
        self._looks += 1
        waiting: list[tuple[int, int, Plan]] = [(0, 0, {})]
        number, left, novel = 0, most, set[str]()
        while waiting and left > 0:
            depth, _, plan = heapq.heappop(waiting)
            cast = Choosing(self.options, stand_ins, plan, self._learned)
            there = self._seen_by(cast)
            left -= 1 + (len(cast.run.trace) // RECORDS if cast.run else 0)
            left = min(left, AFTERWARDS if set(wanted) <= self.seen and left > AFTERWARDS else left)
            new = there - novel
            novel |= there
            for other in _varied(cast, plan):
                number += 1
                heapq.heappush(waiting, (0 if new else depth + 1, number, other))

    def plainer(self, found: Found, turns: Collection[Turn], needed: frozenset[str]) -> Found:
        """Return a run that takes turns as another does, but comes to its end, with plainer choices or fewer stubs.

        `needed` are the steps whose bodies can't run.
        """
        who = {point[:2] for point, chosen, _ in found.log if chosen}
        odd = {point: chosen for point, chosen, _ in found.log if point[:2] in who}
        for whole in [one for one in self.found if one.completed] if not found.completed else ():
            base = {point: chosen for point, chosen, _ in whole.log}
            found = self._better(found, turns, {**base, **odd}, found.stand_ins)
        for name in sorted(found.script["returns"].keys() - needed):
            plan = {point: chosen for point, chosen, _ in found.log}
            found = self._better(found, turns, plan, found.stand_ins - {name})
        for point, _, _ in found.log:
            plan = {at: 0 if at == point else one for at, one, _ in found.log}
            if any(at == point and one for at, one, _ in found.log):
                found = self._better(found, turns, plan, found.stand_ins)
        return found

    def _better(self, found: Found, turns: Collection[Turn], plan: Plan, stand_ins: frozenset[str]) -> Found:
        """The run of a plan where it takes the turns and is no worse, else the one that is there."""
        other = self._try(Choosing(self.options, stand_ins, plan, self._learned))
        if other is None or not set(turns) <= set(other.turns):
            return found
        fewer = stand_ins < found.stand_ins and other.cost[1:3] <= found.cost[1:3]
        return other if fewer or other.cost[1:] < found.cost[1:] else found

    def _seen_by(self, cast: Choosing) -> set[str]:
        """Run once, keep the run where it is the best for something, and return what there was to see."""
        found = self._try(cast)
        if found is None:
            return set()
        cast.learn()
        better = [turn for turn in found.turns if turn not in self._best or found.cost < self._best[turn]]
        self._best.update(dict.fromkeys(better, found.cost))
        if better or not self.found:
            self.found.append(found)
        return {*map(repr, found.turns), *found.steps, found.ending}

    def _try(self, cast: Choosing) -> Found | None:
        """Run once; None where the run could not even begin, or broke."""
        self.runs += 1
        inputs = cast.inputs(self._keys)
        try:
            run = cast.run = self._stage.begin(inputs)
            given = dict(run.values)
            self._stage.go(run, cast)
        except (Exception, SystemExit):  # noqa: BLE001  code of the user's may raise anything
            return None
        steps = row(run.trace, run.flow)
        turns = turns_of(self.flow.graph, run, given, cast.waits)
        return Found(
            inputs,
            cast.script,
            tuple(cast.decisions),
            tuple(turns),
            tuple(steps),
            ending(run),
            (self._looks, *_cost(run, cast, steps)),
            cast.stand_ins,
            tuple(cast.log),
        )


def _varied(cast: Choosing, plan: Plan) -> Iterator[Plan]:
    """The plans that do the same up to a point after those that are planned, and something else there."""
    before: dict[Any, int] = {}
    for point, chosen, count in cast.log:
        if point not in plan and point.number < MOST_TIMES:
            for other in range(count):
                if other != chosen:
                    yield {**before, point: other}
        before[point] = chosen


def _cost(run: Run, cast: Choosing, steps: Sequence[str]) -> tuple[int, ...]:
    """How far a run is from a plain one that comes to its end."""
    failed = sum(not record.ok or record.details.fallback for record in run.trace)
    odd = sum(chosen != 0 for _, chosen, _ in cast.log)
    return (run.status is not Status.COMPLETED, failed, odd, len(steps))
