"""Cycles of deterministic transitions that nothing but the depth limit stops.

Moves with a limit are left out: they are used up some day. Whether guards let a cycle turn for ever is read off the
unfolded machine: keys that nothing in the cycle writes stay as they are for as long as it turns.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.guards import guard_reads
from analyzer.facts.machine import By, Machine, Move
from analyzer.facts.paths import components, cyclic, shortest_cycle
from analyzer.facts.unfolding import Link, Unfolding, transition_writes
from analyzer.facts.verdict import Verdict
from chaindsl.graph.flow import Transition
from chaindsl.graph.unknown import Unknown

MOST_CANDIDATES = 50
"""How many cycles of one component are looked at for one that can't be left."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """An endless deterministic cycle: a short witness, and the whole component of states it turns in.

    `forced` says that a run can't leave it once it is in: it is never guarded, or nothing in it writes the keys that
    its guards read, which are `asked`.
    """

    moves: tuple[Move, ...]
    states: frozenset[str]
    forced: bool
    asked: tuple[str, ...] = ()

    @property
    def transitions(self) -> tuple[int, ...]:
        """The numbers of the transitions of the witness."""
        return tuple(move.transition for move in self.moves if move.transition is not None)


@dataclass(frozen=True)
class Cycles:
    """Finds the endless cycles of a machine."""

    machine: Machine
    unfolding: Unfolding

    @cached_property
    def found(self) -> tuple[Cycle, ...]:
        """Every endless cycle, one for each component, in the order of the source; none where parts are not known."""
        if self.machine.open or not self.machine.ends_known:
            return ()
        found = []
        for part in self._parts:
            turning = list(self._turning(part))
            if turning:
                found.append(self._cycle(part, turning))
        return tuple(sorted(found, key=lambda cycle: min(cycle.transitions)))

    @cached_property
    def _parts(self) -> list[frozenset[str]]:
        """The states of each component of moves that the runtime makes by itself and that no limit uses up."""
        names = sorted(self.machine.reachable)
        number = {name: index for index, name in enumerate(names)}
        successors = [
            [number[move.target] for move in self.machine.moves[name] if self._endless(move) and not move.blocked]
            for name in names
        ]
        parts = (part for part in components(successors) if cyclic(part, successors))
        return [frozenset(names[index] for index in part) for part in parts]

    def _endless(self, move: Move) -> bool:
        """Whether a move is made without anybody, as often as the run comes by."""
        if move.by not in (By.RUNTIME, By.FAILURE) or move.transition is None:
            return False
        return self._transition(move).limit is None

    def _transition(self, move: Move) -> Transition:
        return self.machine.workflow.transitions[move.transition or 0]

    def _turning(self, states: frozenset[str]) -> Iterator[list[Move]]:
        """Yield cycles within some states that guards let turn for ever, shorter ones first as far as one looks."""
        inside = {number for number, (state, _, _) in enumerate(self.unfolding.points) if state in states}
        moves = [
            [link for link in links if link.target in inside and (link.move is None or self._endless(link.move))]
            if number in inside
            else []
            for number, links in enumerate(self.unfolding.links)
        ]
        successors = [[link.target for link in links] for links in moves]
        for part in components(successors, inside):
            if cyclic(part, successors):
                for cycle in _cycles(part, successors):
                    yield [move for move in _along(cycle, moves) if move is not None]

    def _cycle(self, states: frozenset[str], turning: list[list[Move]]) -> Cycle:
        """Choose the cycle that tells most: the shortest that can't be left if there is one, else the shortest."""
        turning.sort(key=len)
        closed = self._closed(states)
        for cycle in turning:
            if closed or self._rigid(cycle):
                return Cycle(_turned(cycle), states, forced=True, asked=self._asked(cycle))
        return Cycle(_turned(turning[0]), states, forced=False, asked=self._asked(turning[0]))

    def _closed(self, states: frozenset[str]) -> bool:
        """Whether no run leaves these states: every move stays inside, and one can always be made."""
        for name in states:
            here = self.machine.states[name]
            if here.final or here.choice.gap is not Verdict.NO or self.machine.anywhere(name):
                return False
            moves = [move for move in self.machine.moves[name] if not move.blocked]
            if any(move.target not in states or not self._endless(move) for move in moves):
                return False
        return True

    def _rigid(self, cycle: Sequence[Move]) -> bool:
        """Whether nothing in a cycle changes what decides that it goes on: no write, no failure, no menu."""
        written: set[str] = set()
        read: set[str] = set()
        for move in cycle:
            transition = self._transition(move)
            keys, deciding = transition_writes(transition), self._deciding(move)
            menu = isinstance(transition.targets, Unknown) or len(transition.targets) != 1
            if move.by is By.FAILURE or transition.on_failure is not None or menu or keys is None or deciding is None:
                return False
            written |= keys
            read |= deciding
        return not written & read

    def _deciding(self, move: Move) -> frozenset[str] | None:
        """The keys that decide whether a move is made: those of its guard and of all guards tried before it."""
        tried = self.machine.states[move.source].tried
        found: set[str] = set()
        for number in tried[: tried.index(move.transition or 0) + 1]:
            transition = self.machine.workflow.transitions[number]
            keys = guard_reads(transition.guard)
            if keys is None or isinstance(transition.actor, Unknown) or transition.limit is not None:
                return None
            found |= keys
        return frozenset(found)

    def _asked(self, cycle: Iterable[Move]) -> tuple[str, ...]:
        keys = (key for move in cycle for key in sorted(self._deciding(move) or ()))
        return tuple(dict.fromkeys(keys))


def _cycles(part: Sequence[int], successors: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Yield a shortest cycle of a component, and one through each of its first nodes."""
    shortest = shortest_cycle(successors, part)
    if shortest is not None:
        yield shortest
        for node in part[:MOST_CANDIDATES]:
            through = shortest_cycle(successors, part, node)
            if through is not None:
                yield through


def _along(cycle: list[int], links: Sequence[Sequence[Link]]) -> Iterator[Move | None]:
    for node, target in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        yield next(link.move for link in links[node] if link.target == target)


def _turned(cycle: list[Move]) -> tuple[Move, ...]:
    """The cycle, beginning with the transition that the author listed first."""
    first = min(range(len(cycle)), key=lambda index: cycle[index].transition or 0)
    return (*cycle[first:], *cycle[:first])
