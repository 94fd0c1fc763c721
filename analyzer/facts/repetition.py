"""How often a part of a chain can be done, and a way through a workflow that takes a transition again and again."""

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from analyzer.facts.machine import Machine, Move
from analyzer.facts.unfolding import Link, Unfolding
from chaindsl.graph.flow import Branch, Hole, Nested, Parallel, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown

T = TypeVar("T")

MOST_TIMES = 50
"""A way that takes a transition more often than this is not looked for."""


def most_times(parts: Sequence[Part], name: str) -> int | None:
    """Return how often a run of these parts can do the one called `name`; None where that is not known."""
    total = 0
    for part in parts:
        found = _most(part, name)
        if found is None:
            return None
        total += found
    return total


def _most(part: Part, name: str) -> int | None:
    match part:
        case Step():
            return None if isinstance(part.name, Unknown) else int(part.name == name)
        case Nested(flow):
            return None if isinstance(flow.name, Unknown) else int(flow.name == name)
        case Hole():
            return None
        case Branch():
            if isinstance(part.routes, Unknown):
                return None
            routes = [most_times(route.parts, name) for route in part.routes]
            known = [count for count in (*routes, most_times(part.otherwise or (), name)) if count is not None]
            return max(known) if len(known) == len(routes) + 1 else None
        case Repeat():
            inner = most_times(part.parts, name)
            if inner == 0:
                return 0
            return None if inner is None or isinstance(part.limit, Unknown) else inner * part.limit
        case Parallel():
            return most_times(part.parts, name)


def way(machine: Machine, unfolding: Unfolding, counts: Callable[[Move], bool], times: int) -> list[Move] | None:
    """Return moves from the start that make a move which counts so many times; None where none is found.

    Where the unfolding is not exact, each stretch is a shortest one, and no limit is used more often than it allows.
    """
    if times > MOST_TIMES:
        return None
    if unfolding.exact:
        return _exact(unfolding, counts, times)
    found: list[Move] = []
    used: Counter[int] = Counter()
    point = 0
    for _ in range(times):
        stretch = _stretch(machine, unfolding, point, counts, used)
        if stretch is None:
            return None
        moves = [link.move for link in stretch if link.move is not None]
        used.update(move.transition for move in moves if move.transition is not None)
        found += moves
        point = stretch[-1].target
    return found


_Seen = tuple[int, int]


def _exact(unfolding: Unfolding, counts: Callable[[Move], bool], times: int) -> list[Move] | None:
    came: dict[_Seen, tuple[_Seen, Link] | None] = {(0, 0): None}
    waiting = deque([(0, 0)])
    while waiting:
        seen = waiting.popleft()
        if seen[1] == times:
            return [link.move for link in traced(came, seen) if link.move is not None]
        for link in unfolding.links[seen[0]]:
            following = (link.target, seen[1] + (link.move is not None and counts(link.move)))
            if following not in came:
                came[following] = (seen, link)
                waiting.append(following)
    return None


def _stretch(
    machine: Machine, unfolding: Unfolding, start: int, counts: Callable[[Move], bool], used: Counter[int]
) -> list[Link] | None:
    came: dict[int, tuple[int, Link] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        point = waiting.popleft()
        for link in unfolding.links[point]:
            if link.move is not None and _used_up(machine, link.move, used):
                continue
            if link.move is not None and counts(link.move):
                return [*traced(came, point), link]
            if link.target not in came:
                came[link.target] = (point, link)
                waiting.append(link.target)
    return None


def _used_up(machine: Machine, move: Move, used: Counter[int]) -> bool:
    if move.transition is None:
        return False
    limit = machine.workflow.transitions[move.transition].limit
    return isinstance(limit, Unknown) or (limit is not None and used[move.transition] >= limit)


def traced(came: Mapping[T, tuple[T, Link] | None], point: T) -> list[Link]:
    """Return the links by which a search came to a point."""
    found: list[Link] = []
    while (step := came[point]) is not None:
        found.append(step[1])
        point = step[0]
    found.reverse()
    return found
