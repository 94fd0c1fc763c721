"""Ways through a workflow: along what guards and limits allow, each move at most once on a way.

So a cycle is gone round not at all and once. Ways are searched over the machine unfolded by the analyzer.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.unfolding import Link, Unfolding
from chaindsl.graph.flow import Flow
from chaindsl.review.ways.chain_ways import TooManyError
from chaindsl.review.ways.way import Stop, Taken, Waited, Way, Within

MOST_LOOKS = 50_000
"""How many links are looked at before there are said to be too many ways."""

Inner = Callable[[Flow], list[Way]]
Trail = tuple[Link, ...]


def every_way(machine: Machine, unfolding: Unfolding, inner: Inner, most: int) -> list[Way]:
    """Return every way from the start to a final state, or to where nothing can be done. Raises TooManyError."""
    trails = []
    for trail in _trails(unfolding):
        trails.append(trail)
        if len(trails) > most:
            raise TooManyError
    return _told(machine, unfolding, inner, trails)


def covering_ways(machine: Machine, unfolding: Unfolding, inner: Inner) -> list[Way]:
    """Return ways that together make every move that a run can make: shortest ones there and on."""
    behind = _to_end(unfolding)
    came = _from_start(unfolding)
    seen: set[Move] = set()
    trails: list[Trail] = []
    for point, links in enumerate(unfolding.links):
        for link in links:
            if link.move is None or link.move in seen or came[point] is None:
                continue
            trail = (*(came[point] or ()), link, *_onward(behind, link.target))
            trails.append(trail)
            seen.update(one.move for one in trail if one.move is not None)
    return _told(machine, unfolding, inner, trails or [()])


def _trails(unfolding: Unfolding) -> Iterator[Trail]:
    """Search depth-first with a stack of its own; a trail that can only repeat itself is no way."""
    stack: list[tuple[int, Trail, frozenset[Move]]] = [(0, (), frozenset())]
    looks = 0
    while stack:
        point, trail, made = stack.pop()
        links = unfolding.links[point]
        if not links:
            yield trail
        onward = []
        for link in links:
            looks += 1
            if looks > MOST_LOOKS:
                raise TooManyError
            if link.move is None or link.move not in made:
                onward.append((link.target, (*trail, link), made if link.move is None else made | {link.move}))
        stack.extend(reversed(onward))


def _from_start(unfolding: Unfolding) -> list[Trail | None]:
    """A shortest trail to each point."""
    found: list[Trail | None] = [None] * len(unfolding.links)
    found[0] = ()
    waiting = deque([0])
    while waiting:
        point = waiting.popleft()
        for link in unfolding.links[point]:
            if found[link.target] is None:
                found[link.target] = (*(found[point] or ()), link)
                waiting.append(link.target)
    return found


def _to_end(unfolding: Unfolding) -> list[Link | None]:
    """The link from each point that leads to an end the shortest way."""
    before: list[list[tuple[int, Link]]] = [[] for _ in unfolding.links]
    for point, links in enumerate(unfolding.links):
        for link in links:
            before[link.target].append((point, link))
    found: list[Link | None] = [None] * len(unfolding.links)
    waiting = deque(point for point, links in enumerate(unfolding.links) if not links)
    seen = set(waiting)
    while waiting:
        for point, link in before[waiting.popleft()]:
            if point not in seen:
                seen.add(point)
                found[point] = link
                waiting.append(point)
    return found


def _onward(behind: Sequence[Link | None], point: int) -> Iterator[Link]:
    link = behind[point]
    while link is not None:
        yield link
        link = behind[link.target]


def _told(machine: Machine, unfolding: Unfolding, inner: Inner, trails: Sequence[Trail]) -> list[Way]:
    """Trails as ways. Those that differ in chosen values only are one; flows inside take turns in how they go."""
    turns: dict[int, int] = {}
    found: dict[tuple[Move, ...], Way] = {}
    for trail in trails:
        moves = tuple(link.move for link in trail if link.move is not None)
        if moves not in found:
            found[moves] = _way(machine, unfolding, inner, trail, moves, turns)
    return list(found.values())


def _way(
    machine: Machine, unfolding: Unfolding, inner: Inner, trail: Trail, moves: Sequence[Move], turns: dict[int, int]
) -> Way:
    stops: list[Stop] = []
    for move in moves:
        if move.transition is None:
            stops.append(Waited(move.source, move.target))
            continue
        transition = machine.workflow.transitions[move.transition]
        failed = move.by in (By.FAILURE, By.FAILED_DECISION)
        within = None
        if isinstance(transition.runs, Flow):
            ways = inner(transition.runs)
            turn = turns[move.transition] = turns.get(move.transition, -1) + 1
            stop = ways[turn % len(ways)].stops[0]
            within = stop if isinstance(stop, Within) else None
        stops.append(Taken(transition, move.target, failed, within))
    last = unfolding.points[trail[-1].target if trail else 0][0]
    if machine.states[last].final or machine.anywhere(last):
        return Way(tuple(stops), f"state {last}")
    return Way(tuple(stops), f"nothing can be done in {last}", fails=True)
