"""Small workflows at random, and their exploration by brute force over small domains of values."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from analyzer.facts.paths import components, cyclic
from chaindsl.graph.flow import Flow, Transition, Workflow
from chaindsl.graph.guard import Expression, evaluate
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Step
from tests.analyzer.building import go, named, step, workflow

DOMAINS: dict[str, list[object]] = {"n": [-1, 0, 1, 2, 3], "b": [False, True]}
TYPES = {"n": "int", "b": "bool"}
STATES = ["a", "b", "c", "d"]
GUARDS = [None, None, "n < 1", "n >= 1", "n == 2", "b", "not b", "b and n > 0", "sure(n)", "n in [0, 2]"]

transitions = st.tuples(
    st.sampled_from(STATES[:3]),
    st.sampled_from(STATES),
    st.sampled_from(GUARDS),
    st.sampled_from(["deterministic"] * 4 + ["agent"]),
    st.sampled_from([None, None, "n", "b"]),
    st.sampled_from([None, None, None, 1, 2]),
    st.sampled_from([None, None, None, "c"]),
)


def flows(longest: int = 6) -> st.SearchStrategy[Flow]:
    return st.lists(transitions, min_size=1, max_size=longest).map(_flow)


def _flow(rows: list[tuple[str, str, str | None, str, str | None, int | None, str | None]]) -> Flow:
    made = [
        go(f"t{n}", f"{source} > {target}", guard=guard, by=by, work=_work(n, writes), limit=limit, on_failure=failure)
        for n, (source, target, guard, by, writes, limit, failure) in enumerate(rows)
    ]
    return workflow(*made, final="d", inputs="n b", types=TYPES)


def _work(number: int, writes: str | None) -> Step:
    return step(f"t{number}", "", writes, type=named(TYPES.get(writes or "", "Any")), attempts=1)


@dataclass(frozen=True)
class Point:
    """Where a run stands: its state, its values, and how often each transition with a limit was taken."""

    state: str
    n: int
    b: bool
    used: tuple[int, ...]


@dataclass(frozen=True)
class Hop:
    """One move of a run; `done` says that the transition's work did not fail."""

    target: Point
    transition: int
    alone: bool
    done: bool


class Exploration:
    """Everything that runs of a workflow can do, opaque guards free to answer either way each time."""

    def __init__(self, flow: Flow) -> None:
        assert isinstance(flow.body, Workflow)
        self.body = flow.body
        self.final = set(flow.body.final_states())
        self.hops: dict[Point, list[Hop]] = {}
        none = tuple(0 for _ in flow.body.transitions)
        self.starts = [
            Point(str(flow.body.initial), int(str(n)), bool(b), none)
            for n, b in itertools.product(DOMAINS["n"], DOMAINS["b"])
        ]
        waiting = list(self.starts)
        while waiting:
            point = waiting.pop()
            if point not in self.hops:
                self.hops[point] = list(self._hops(point))
                waiting.extend(hop.target for hop in self.hops[point])

    def _hops(self, point: Point) -> Iterator[Hop]:
        if point.state in self.final:
            return
        leaving = [n for n, t in enumerate(self.body.transitions) if point.state in _names(t.sources)]
        falls = True
        for number in leaving:
            if self.body.transitions[number].actor is Actor.DETERMINISTIC and self._available(point, number):
                may, may_not = self._holds(point, number)
                if may:
                    yield from self._take(point, number, alone=True)
                if not may_not:
                    falls = False
                    break
        for number in leaving if falls else ():
            agent = self.body.transitions[number].actor is not Actor.DETERMINISTIC
            if agent and self._available(point, number) and self._holds(point, number)[0]:
                yield from self._take(point, number, alone=False)

    def _available(self, point: Point, number: int) -> bool:
        limit = self.body.transitions[number].limit
        return not isinstance(limit, int) or point.used[number] < limit

    def _holds(self, point: Point, number: int) -> tuple[bool, bool]:
        guard = self.body.transitions[number].guard
        if guard is None:
            return True, False
        if not isinstance(guard, Expression):
            return True, True
        found = evaluate(guard.condition, {"n": point.n, "b": point.b})
        return found, not found

    def _take(self, point: Point, number: int, *, alone: bool) -> Iterator[Hop]:
        transition: Transition = self.body.transitions[number]
        used = point.used
        if transition.limit is not None:
            used = (*used[:number], used[number] + 1, *used[number + 1 :])
        written = transition.work.writes if transition.work else None
        ns = DOMAINS["n"] if written == "n" else [point.n]
        bs = DOMAINS["b"] if written == "b" else [point.b]
        for target in _names(transition.targets):
            for n, b in itertools.product(ns, bs):
                yield Hop(Point(target, int(str(n)), bool(b), used), number, alone, done=True)
        if isinstance(transition.on_failure, str):
            yield Hop(Point(transition.on_failure, point.n, point.b, used), number, alone, done=False)

    def endless(self) -> bool:
        """Whether a run can go on for ever without anybody deciding."""
        points = list(self.hops)
        number = {point: index for index, point in enumerate(points)}
        successors = [[number[hop.target] for hop in self.hops[point] if hop.alone] for point in points]
        return any(cyclic(part, successors) for part in components(successors))

    def states(self) -> set[str]:
        """The states that a run can come to."""
        return {point.state for point in self.hops}

    def taken(self) -> set[int]:
        """The transitions that a run can take."""
        return {hop.transition for hops in self.hops.values() for hop in hops}

    def stuck(self) -> set[str]:
        """The states that are not final and where a run can find nothing to take."""
        return {point.state for point, hops in self.hops.items() if not hops and point.state not in self.final}

    def longest(self) -> int:
        """The most transitions in a row without anybody deciding; only where there is no endless run."""
        length: dict[Point, int] = {}
        points = list(self.hops)
        number = {point: index for index, point in enumerate(points)}
        successors = [[number[hop.target] for hop in self.hops[point] if hop.alone] for point in points]
        for part in components(successors):
            point = points[part[0]]
            length[point] = max((1 + length[hop.target] for hop in self.hops[point] if hop.alone), default=0)
        return max(length.values())

    def dearest(self, weights: list[int], *, whole: bool) -> float:
        """The dearest run, or stretch from the start or a decision to the next; infinite where one turns."""
        points = list(self.hops)
        number = {point: index for index, point in enumerate(points)}
        taken = [[hop for hop in self.hops[point] if hop.alone or whole] for point in points]
        successors = [[number[hop.target] for hop in hops] for hops in taken]
        best: dict[Point, float] = {}
        for part in components(successors):
            inside = {points[index] for index in part}
            hops = [hop for index in part for hop in taken[index]]
            turning = any(hop.target in inside and weights[hop.transition % len(weights)] for hop in hops)
            onward = [weights[h.transition % len(weights)] + best[h.target] for h in hops if h.target not in inside]
            best.update(dict.fromkeys(inside, math.inf if turning else max(onward, default=0)))
        starts = [best[point] for point in self.starts]
        for point in [] if whole else points:
            decided = (hop for hop in self.hops[point] if not hop.alone)
            starts += [weights[hop.transition % len(weights)] + best[hop.target] for hop in decided]
        return max(starts)


def _names(value: object) -> tuple[str, ...]:
    assert isinstance(value, tuple)
    return value
