"""The longest row of deterministic transitions that a run can take without anybody deciding."""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.paths import components, cyclic, shortest_cycle
from analyzer.facts.unfolding import Link, Unfolding
from chaindsl.graph.unknown import Unknown


@dataclass(frozen=True, slots=True)
class Row:
    """A row of moves in order; a cycle with limits stands there once, but `length` counts all its rounds."""

    length: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class _Best:
    """The longest row behind a point: what turns there, then the link that is taken, None at the end."""

    length: int
    turning: tuple[Move, ...] = ()
    link: Link | None = None


def longest_row(machine: Machine, unfolding: Unfolding) -> Row:
    """Return a longest row, as far as cycles let one tell: each turns as often as its lowest limit allows.

    Cycles without a limit are left out; they have no length.
    """
    links = [[link for link in some if link.move is None or _alone(link.move)] for some in unfolding.links]
    successors = [[link.target for link in some] for some in links]
    best: dict[int, _Best] = {}
    for part in components(successors):
        turns = _turning(machine, part, links, successors) if cyclic(part, successors) else _Best(0)
        if turns is None:
            continue
        found = turns
        for node in part:
            for link in links[node]:
                if link.target in best:
                    length = turns.length + (link.move is not None) + best[link.target].length
                    found = _Best(length, turns.turning, link) if length > found.length else found
        best.update(dict.fromkeys(part, found))
    start = max(sorted(best), key=lambda number: best[number].length, default=None)
    return Row(0, ()) if start is None else Row(best[start].length, tuple(_moves(best, start)))


def _alone(move: Move) -> bool:
    return move.by in (By.RUNTIME, By.FAILURE)


def _turning(
    machine: Machine, part: Sequence[int], links: Sequence[Sequence[Link]], successors: Sequence[Sequence[int]]
) -> _Best | None:
    """The longest that a shortest cycle through one of the points can turn; None where nothing limits one."""
    found = _Best(0)
    for node in part[:_MOST_CYCLES]:
        cycle = shortest_cycle(successors, part, node) or []
        moves = [
            next(link.move for link in links[one] if link.target == target)
            for one, target in zip(cycle, [*cycle[1:], *cycle[:1]], strict=True)
        ]
        made = [move for move in moves if move is not None]
        limits = [limit for move in made if (limit := _limit(machine, move)) is not None]
        if not limits:
            return None
        if len(made) * min(limits) > found.length:
            found = _Best(len(made) * min(limits), tuple(made))
    return found


_MOST_CYCLES = 50


def _limit(machine: Machine, move: Move) -> int | None:
    limit = None if move.transition is None else machine.workflow.transitions[move.transition].limit
    return 1 if isinstance(limit, Unknown) else limit


def _moves(best: dict[int, _Best], start: int) -> list[Move]:
    found: list[Move] = []
    current: _Best | None = best[start]
    while current is not None:
        found += current.turning
        link = current.link
        if link is not None and link.move is not None:
            found.append(link.move)
        current = None if link is None else best[link.target]
    return found
