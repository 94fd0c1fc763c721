"""A machine unfolded over the values that its guards compare, and over how often limited transitions were taken.

A value is chosen, in every way that guards can tell apart, when a guard first asks for it, and stays until something
writes its key. So what is a path here is one that guards and limits allow, and the other way round; a predicate, or a
comparison that can't be decided, may go either way each time it is asked.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import product

from analyzer.facts.machine import By, Here, Machine, Move
from analyzer.facts.samples import Sample, lengths, samples
from analyzer.facts.verdict import Verdict
from analyzer.facts.worlds import Variable, variables
from chaindsl.graph.flow import Flow, Transition
from chaindsl.graph.guard import Expression
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.typeform import ANY
from chaindsl.graph.unknown import Unknown

MOST_POINTS = 4_000
"""A machine with more points than this is not unfolded."""

MOST_WORK = 100_000
"""Nor is one for which more guards than this would have to be looked at."""

Values = frozenset[tuple[Variable, Sample]]
Used = frozenset[tuple[int, int]]
Point = tuple[str, Values, Used]


@dataclass(frozen=True, slots=True)
class Link:
    """An edge between points; `move` is None where values are only chosen."""

    target: int
    move: Move | None = None


class Detail(Enum):
    """What an unfolding tells apart, from all there is to nothing but states."""

    LIMITS = "values and limits"
    VALUES = "values"
    STATES = "states"


@dataclass
class Unfolding:
    """The points that a run can come to, the start first, each with the links from it."""

    points: list[Point] = field(default_factory=list)
    links: list[list[Link]] = field(default_factory=list)
    detail: Detail = Detail.LIMITS

    @property
    def work(self) -> int:
        """About how many points had to be looked at for it, those of attempts that told more apart included."""
        failed = {Detail.LIMITS: 0, Detail.VALUES: 1, Detail.STATES: 2}
        return len(self.points) + MOST_POINTS * failed[self.detail]

    @property
    def exact(self) -> bool:
        """Whether every path is one that guards and limits allow."""
        return self.detail is Detail.LIMITS


def unfold(machine: Machine) -> Unfolding:
    """Return the unfolding of a machine from its start, in as much detail as there is room for."""
    if isinstance(machine.workflow.initial, str):
        for detail in (Detail.LIMITS, Detail.VALUES):
            found = _Builder(machine, detail).build(machine.workflow.initial)
            if found is not None:
                return found
    return _flat(machine)


def _flat(machine: Machine) -> Unfolding:
    """The machine itself, as far as it can be reached."""
    initial = machine.workflow.initial
    names = sorted(machine.reachable, key=lambda name: (name != initial, name))
    number = {name: index for index, name in enumerate(names)}
    links = [[Link(number[move.target], move) for move in machine.moves[name] if not move.blocked] for name in names]
    return Unfolding([(name, frozenset(), frozenset()) for name in names], links, Detail.STATES)


class _TooManyError(Exception):
    """There are more points than there is room for."""


class _Builder:
    """Finds the points, each expanded once."""

    def __init__(self, machine: Machine, detail: Detail) -> None:
        self._machine = machine
        self._counts = detail is Detail.LIMITS
        self._unfolding = Unfolding(detail=detail)
        self._number: dict[Point, int] = {}
        self._moves_from: dict[Point, list[Move]] = {}
        self._looked_at = 0

    def build(self, initial: str) -> Unfolding | None:
        """Return the unfolding, or None where it is too large."""
        try:
            self._point((initial, frozenset(), frozenset()))
            current = 0
            while current < len(self._unfolding.points):
                self._expand(current)
                current += 1
        except _TooManyError:
            return None
        return self._unfolding

    def _point(self, point: Point) -> int:
        found = self._number.get(point)
        if found is None:
            found = self._number[point] = len(self._unfolding.points)
            if found >= MOST_POINTS:
                raise _TooManyError
            self._unfolding.points.append(point)
            self._unfolding.links.append([])
        return found

    def _expand(self, current: int) -> None:
        state, values, used = self._unfolding.points[current]
        links = self._unfolding.links[current]
        known = {variable for variable, _ in values}
        unknown = [variable for variable in self._asked.get(state, ()) if variable not in known]
        if unknown:
            for chosen in product(*(self._samples[variable] for variable in unknown)):
                more = values | frozenset(zip(unknown, chosen, strict=True))
                links.append(Link(self._point((state, more, used))))
            return
        for move in self._possible(state, values, used):
            links.append(Link(self._point((move.target, self._after(move, values), self._use(move, used))), move))

    @cached_property
    def _asked(self) -> Mapping[str, Sequence[Variable]]:
        """The variables that guards compare, in each state."""
        found: dict[str, Sequence[Variable]] = {}
        for name, here in self._machine.states.items():
            guards = (self._machine.workflow.transitions[number].guard for number in (*here.tried, *here.offered))
            found[name] = list(variables([guard.condition for guard in guards if isinstance(guard, Expression)]))
        return found

    @cached_property
    def _samples(self) -> Mapping[Variable, Sequence[Sample]]:
        """Samples of each variable that tell all guards of the workflow apart."""
        guards = (transition.guard for transition in self._machine.workflow.transitions)
        compared = variables([guard.condition for guard in guards if isinstance(guard, Expression)])
        found: dict[Variable, Sequence[Sample]] = {}
        for (key, is_length), constants in compared.items():
            make = lengths if is_length else samples
            found[key, is_length] = make(self._machine.types.get(key, ANY), tuple(constants))
        return found

    def _possible(self, state: str, values: Values, used: Used) -> list[Move]:
        asked = set(self._asked.get(state, ()))
        here = self._machine.states[state]
        leaving = {*here.tried, *here.offered}
        projected = frozenset(pair for pair in values if pair[0] in asked)
        counted = frozenset(pair for pair in used if pair[0] in leaving)
        point = (state, projected, counted)
        if point not in self._moves_from:
            self._moves_from[point] = [] if here.final else list(self._moves(here, projected, counted))
        return self._moves_from[point]

    def _moves(self, here: Here, values: Values, used: Used) -> Iterator[Move]:
        self._looked_at += len(here.tried) + len(here.offered)
        if self._looked_at > MOST_WORK:
            raise _TooManyError
        gone = {number for number, count in used if count == self._limit(number)}
        tried = tuple(number for number in here.tried if number not in gone)
        offered = tuple(number for number in here.offered if number not in gone)
        choice = self._machine.choose(tried, offered, dict(values), counted=self._counts)
        taken = {number for number, found in zip(tried, choice.taken, strict=True) if found is not Verdict.NO}
        taken |= {number for number, found in zip(offered, choice.offered, strict=True) if found is not Verdict.NO}
        for move in self._machine.moves[here.name]:
            if move.transition in taken or (move.transition is None and choice.gap is not Verdict.NO):
                yield move

    def _limit(self, number: int) -> int | None:
        limit = self._machine.workflow.transitions[number].limit
        return limit if isinstance(limit, int) else None

    def _use(self, move: Move, used: Used) -> Used:
        if not self._counts or move.transition is None or self._limit(move.transition) is None:
            return used
        count = dict(used)
        count[move.transition] = count.get(move.transition, 0) + 1
        return frozenset(count.items())

    def _after(self, move: Move, values: Values) -> Values:
        """What is still known behind a move. A work that failed has written nothing."""
        if move.transition is None or move.by in (By.FAILURE, By.FAILED_DECISION):
            return values
        written = transition_writes(self._machine.workflow.transitions[move.transition])
        if written is None:
            return frozenset()
        return frozenset(pair for pair in values if pair[0][0] not in written)


def transition_writes(transition: Transition) -> frozenset[str] | None:
    """Return the keys that a transition may write; None where that is not known."""
    if isinstance(transition.runs, Flow):
        outputs = flow_outputs(transition.runs)
        return None if isinstance(outputs, Unknown) else frozenset(outputs)
    if isinstance(transition.runs, Unknown):
        return None
    written = None if transition.work is None else transition.work.writes
    if isinstance(written, Unknown):
        return None
    return frozenset() if written is None else frozenset({written})
