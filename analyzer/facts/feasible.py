"""Paths through a net that can be taken: their conditions go together, as far as keys decide them.

Two branches on one key, with no write between them, go the same way. What was asked about a key is remembered until it
is written again; keys that are asked about only once need no memory.
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping
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

Known = frozenset[Condition]
_Point = tuple[int, int, Known]


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
    """Searches in one net. `types` are those of the keys that conditions compare.

    Without `tracking` every branch may go either way each time, so that no path is missed.
    """

    net: Net
    types: Mapping[str, TypeForm]
    tracking: bool = True
    _verdicts: dict[Known, Verdict] = field(default_factory=dict)
    _looked_at: int = 0

    @cached_property
    def _tracked(self) -> frozenset[str]:
        """Keys that more than one place asks about, or one that a run may come by again."""
        if not self.tracking:
            return frozenset()
        again = {node for part in components(self.net.successors) if cyclic(part, self.net.successors) for node in part}
        asked: Counter[str] = Counter()
        for node, edges in enumerate(self.net.edges):
            keys = {key for edge in edges for key in _keys(edge.condition)}
            asked.update(dict.fromkeys(keys, 2 if node in again else 1))
        return frozenset(key for key, count in asked.items() if count > 1)

    @property
    def plain(self) -> bool:
        """Whether no key is asked about twice, so that every path of the net can be taken as far as keys decide."""
        return not self._tracked

    @cached_property
    def free(self) -> bool:
        """Whether every branch may go every way, whatever others did."""
        branches = (node for node, part in enumerate(self.net.nodes) if part.kind is Kind.BRANCH)
        edges = [edge for node in branches for edge in self.net.edges[node]]
        return all(edge.sure and not _keys(edge.condition) & self._tracked for edge in edges)

    def search(self, *stages: Stage) -> Found:
        """Look for a shortest path that can be taken, from the start through the goals of the stages in turn."""
        first: _Point = (Net.START, 0, frozenset())
        came: dict[_Point, _Point | None] = {first: None}
        waiting = deque([first])
        while waiting:
            point = waiting.popleft()
            node, stage, known = point
            if stages[stage].goal(node):
                if stage + 1 == len(stages):
                    return Found(_traced(came, point), self._certain(came, point))
                stage += 1
            self._looked_at += 1
            if len(came) > MOST_VISITS or self._looked_at > MOST_WORK:
                return Found(None, cut=True)
            for edge in self.net.edges[node]:
                if not edge.sure or not stages[stage].allowed(edge.target):
                    continue
                after = self._after(node, known, edge)
                if after is not None and (edge.target, stage, after) not in came:
                    came[edge.target, stage, after] = point
                    waiting.append((edge.target, stage, after))
        return Found(None)

    def _after(self, node: int, known: Known, edge: Edge) -> Known | None:
        """What is known along an edge; None where that can't be."""
        known = self._forget(known, self.net.touches[node])
        if edge.condition is None or not _keys(edge.condition) & self._tracked:
            return known
        joined = known | {edge.condition}
        return None if self._verdict(joined) is Verdict.NO else joined

    def _verdict(self, known: Known) -> Verdict:
        found = self._verdicts.get(known)
        if found is None:
            found = self._verdicts[known] = possible(list(known), self.types)
        return found

    def _forget(self, known: Known, written: int) -> Known:
        if not written or not known:
            return known
        if written == EVERYTHING:
            return frozenset()
        return frozenset(part for part in known if not self.net.index.bits(_keys(part)) & written)

    def _certain(self, came: Mapping[_Point, _Point | None], point: _Point) -> bool:
        """Whether each step of a path can certainly be taken: no guard that is a function, no value in doubt."""
        current: _Point | None = point
        while current is not None and (before := came[current]) is not None:
            edges = [edge for edge in self.net.edges[before[0]] if edge.target == current[0]]
            if not any(self._sure(before, edge) for edge in edges):
                return False
            current = before
        return True

    def _sure(self, point: _Point, edge: Edge) -> bool:
        if edge.condition is None:
            return self.net.nodes[point[0]].kind is not Kind.GUARD
        known = self._forget(point[2], self.net.touches[point[0]])
        return self._verdict(known | {edge.condition}) is Verdict.YES


def _keys(condition: Condition | None) -> frozenset[str]:
    return frozenset() if condition is None else frozenset(key for key, _ in variables([condition]))


def _traced(came: Mapping[_Point, _Point | None], point: _Point) -> tuple[int, ...]:
    found: list[int] = []
    current: _Point | None = point
    while current is not None:
        found.append(current[0])
        current = came[current]
    return tuple(reversed(found))
