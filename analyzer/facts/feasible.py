"""Paths through a net that can be taken: their conditions go together, as far as keys decide them.

Two branches on one key, with no write between them, go the same way. What was asked about a key is remembered until it
is written again; keys that are asked about only once need no memory.

A path goes through all of parallel parts, one after the other, and through those that matter to a search in any order:
parts that go on side by side don't hand each other keys, so whatever they do together they can do in such an order. But
one that fails does not end, and others may begin before it does.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from analyzer.facts.guards import possible
from analyzer.facts.keyset import EVERYTHING
from analyzer.facts.net import Edge, Kind, Net
from analyzer.facts.paths import components, cyclic
from analyzer.facts.verdict import Verdict
from analyzer.facts.worlds import variables
from chaindsl.graph.guard import Condition
from chaindsl.graph.typeform import TypeForm

MOST_VISITS = 20_000
"""After looking at this many points a search gives up."""

MOST_WORK = 200_000
"""After looking at this many points in one net, all further searches give up at once."""

_NEVER = -1
"""Stands for a parallel part that does not end, so that the run does not come to what is behind them all."""

_NO_KEYS: frozenset[str] = frozenset()
Known = frozenset[int]
"""Conditions that hold, by their numbers."""
Open = tuple[frozenset[int], ...]
"""The first nodes of the parallel parts that are still to come, for each fork around, the innermost last."""
_Point = tuple[int, int, Known, Open]
_Came = Mapping["_Point", "tuple[_Point, Edge] | None"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a search: where it ends, and which nodes it may enter on the way."""

    goal: Callable[[int], bool]
    allowed: Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to: a path, with `sure` where every condition on it certainly can hold.

    Without a path it is certain that there is none, unless the search was `cut` short.
    """

    path: tuple[int, ...] | None
    sure: bool = False
    cut: bool = False


@dataclass
class Paths:
    """Searches in one net. `types` are those of the keys that conditions compare."""

    net: Net
    types: Mapping[str, TypeForm]
    _numbers: dict[Condition, int] = field(default_factory=dict)
    _conditions: list[tuple[Condition, frozenset[str]]] = field(default_factory=list)
    _verdicts: dict[Known, Verdict] = field(default_factory=dict)
    _compared: dict[int, frozenset[str]] = field(default_factory=dict)
    _looked_at: int = 0

    @cached_property
    def _tracked(self) -> frozenset[str]:
        """Keys that more than one place asks about, or one that a run may come by again."""
        again = {node for part in components(self.net.successors) if cyclic(part, self.net.successors) for node in part}
        asked: Counter[str] = Counter()
        for node, edges in enumerate(self.net.edges):
            keys = {key for edge in edges for key in self._keys(edge.condition)}
            asked.update(dict.fromkeys(keys, 2 if node in again else 1))
        return frozenset(key for key, count in asked.items() if count > 1)

    @property
    def looked_at(self) -> int:
        """How many points all searches have looked at so far."""
        return self._looked_at

    @property
    def plain(self) -> bool:
        """Whether no key is asked about twice, so that every path of the net can be taken as far as keys decide."""
        return not self._tracked

    @cached_property
    def free(self) -> bool:
        """Whether every branch may go every way, whatever others did."""
        branches = (node for node, part in enumerate(self.net.nodes) if part.kind is Kind.BRANCH)
        edges = [edge for node in branches for edge in self.net.edges[node]]
        return all(edge.sure and not self._keys(edge.condition) & self._tracked for edge in edges)

    def search(self, *stages: Stage) -> Found:
        """Look for a shortest path that can be taken, from the start through the goals of the stages in turn."""
        first: _Point = (Net.START, 0, frozenset(), ())
        came: dict[_Point, tuple[_Point, Edge] | None] = {first: None}
        waiting = deque([first])
        sorting = _Sorting(self.net, stages)
        while waiting:
            point = waiting.popleft()
            node, stage, known, still = point
            if stages[stage].goal(node):
                if stage + 1 == len(stages):
                    return Found(_traced(came, point), self._certain(came, point))
                stage += 1
            self._looked_at += 1
            if len(came) > MOST_VISITS or self._looked_at > MOST_WORK:
                return Found(None, cut=True)
            for following, edge in self._following((node, stage, known, still), sorting, stage != point[1]):
                if stages[stage].allowed(following[0]) and following not in came:
                    came[following] = (point, edge)
                    waiting.append(following)
        return Found(None)

    def _following(self, point: _Point, sorting: "_Sorting", met: bool) -> Iterator[tuple[_Point, Edge]]:
        """Yield where a path may go on, and by which edge; `met` says that a goal has just been met."""
        node, stage, known, still = point
        for target, left in sorting.beside(still) if met else ():
            yield (target, stage, known, left), Edge(target)
        for edge in self.net.edges[node]:
            after = self._after(node, known, edge) if edge.sure else None
            if after is not None:
                for target, left in sorting.following(node, edge.target, still):
                    yield (target, stage, after, left), edge

    def _after(self, node: int, known: Known, edge: Edge) -> Known | None:
        """What is known along an edge; None where that can't be."""
        known = self._forget(known, self.net.touches[node])
        if edge.condition is None or not self._keys(edge.condition) & self._tracked:
            return known
        number = self._number(edge.condition)
        # What was known before can be; only what speaks of the same keys may speak against the new condition.
        return None if self._verdict(self._group(known, number)) is Verdict.NO else known | {number}

    def _keys(self, condition: Condition | None) -> frozenset[str]:
        """The keys that a condition compares, looked for once."""
        if condition is None:
            return _NO_KEYS
        # The net keeps its conditions, so what they are is told by where they lie.
        found = self._compared.get(id(condition))
        if found is None:
            found = self._compared[id(condition)] = frozenset(key for key, _ in variables([condition]))
        return found

    def _number(self, condition: Condition) -> int:
        found = self._numbers.get(condition)
        if found is None:
            found = self._numbers[condition] = len(self._conditions)
            self._conditions.append((condition, self._keys(condition)))
        return found

    def _group(self, known: Known, number: int) -> Known:
        """The conditions that are tied to one by the keys they share."""
        found, keys, rest = {number}, self._conditions[number][1], set(known)
        while joined := {other for other in rest if self._conditions[other][1] & keys}:
            found |= joined
            rest -= joined
            keys = keys.union(*(self._conditions[other][1] for other in joined))
        return frozenset(found)

    def _verdict(self, known: Known) -> Verdict:
        found = self._verdicts.get(known)
        if found is None:
            conditions = [self._conditions[number][0] for number in sorted(known)]
            found = self._verdicts[known] = possible(conditions, self.types)
        return found

    def _forget(self, known: Known, written: int) -> Known:
        if not written or not known:
            return known
        if written == EVERYTHING:
            return frozenset()
        bits = self.net.index.bits
        return frozenset(number for number in known if not bits(self._conditions[number][1]) & written)

    def _certain(self, came: _Came, point: _Point) -> bool:
        """Whether each step of a path can certainly be taken: no guard that is a function, no value in doubt."""
        while (step := came[point]) is not None:
            point, edge = step
            if not self._sure(point, edge):
                return False
        return True

    def _sure(self, point: _Point, edge: Edge) -> bool:
        if edge.condition is None:
            return self.net.nodes[point[0]].kind is not Kind.GUARD
        known = self._forget(point[2], self.net.touches[point[0]])
        return self._verdict(known | {self._number(edge.condition)}) is Verdict.YES


class _Sorting:
    """In which order one search takes parallel parts."""

    def __init__(self, net: Net, stages: Sequence[Stage]) -> None:
        self._net = net
        self._stages = stages
        self._joins = {fork: join for join, fork in net.forks.items()}
        self._goals: dict[int, frozenset[int]] = {}

    def following(self, node: int, target: int, still: Open) -> Iterator[tuple[int, Open]]:
        """Yield where an edge leads: at the end of one of parallel parts to the next, and behind the last to the join.

        Each with the parts that are still to come then.
        """
        if node in self._joins:
            if target in self._first(node, frozenset(self._net.successors[node])):
                yield target, (*still, frozenset(self._net.successors[node]) - {target})
        elif target in self._net.forks and still and still[-1]:
            for start in self._first(self._net.forks[target], still[-1]):
                yield start, (*still[:-1], still[-1] - {start})
        else:
            yield target, still[:-1] if target in self._net.forks else still

    def beside(self, still: Open) -> Iterator[tuple[int, Open]]:
        """Yield the parts that may begin while others are left where they are, which then never end: one may fail."""
        for level, left in enumerate(still):
            for start in sorted(left - {_NEVER}):
                yield start, (*still[:level], left - {start} | {_NEVER})

    def _first(self, fork: int, left: frozenset[int]) -> list[int]:
        """The parts that may come next: any of those with goals in them, and then the others as they are written."""
        if fork not in self._goals:
            self._goals[fork] = frozenset(start for start, leg in self._legs(fork) if self._matters(leg))
        return sorted(left & self._goals[fork]) or sorted(left - {_NEVER})[:1]

    def _legs(self, fork: int) -> Iterator[tuple[int, set[int]]]:
        yield from zip(self._net.successors[fork], self._net.legs(self._joins[fork]), strict=True)

    def _matters(self, leg: set[int]) -> bool:
        return any(stage.goal(node) for stage in self._stages for node in leg)


def _traced(came: _Came, point: _Point) -> tuple[int, ...]:
    found = [point[0]]
    while (step := came[point]) is not None:
        point = step[0]
        found.append(point[0])
    return tuple(reversed(found))
