"""A workflow as a machine: its states, and for each what can happen there.

In a state deterministic transitions are tried in the order listed; where none is taken those of agents and people are
offered. A move is one way to leave a state. Moves that no values allow are kept, as `blocked`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from analyzer.facts.guards import Choice, Types, Way, choose
from analyzer.facts.samples import Sample
from analyzer.facts.verdict import Verdict
from analyzer.facts.worlds import MOST_WORK, Variable
from chaindsl.graph.flow import Workflow
from chaindsl.graph.guard import Expression
from chaindsl.graph.state import Actor, State
from chaindsl.graph.unknown import Unknown


class By(StrEnum):
    """What makes a move."""

    RUNTIME = "runtime"
    """A deterministic transition, taken by itself."""
    DECISION = "decision"
    """An agent or a person decides."""
    FAILURE = "failure"
    """The work of a deterministic transition failed."""
    FAILED_DECISION = "failed-decision"
    """The work of a transition that someone decided for failed."""
    TIME = "time"
    """Nobody decided in time."""


MOST_IN_ALL = 1_000_000
"""After so many evaluations of one machine's guards only those are evaluated that need few."""

LEAST_WORK = 1_000
"""How few that is, for one state."""


@dataclass(frozen=True, slots=True)
class Move:
    """One way from a state to another; `transition` is its number, None for a time-out."""

    source: str
    target: str
    by: By
    transition: int | None
    possible: Verdict = Verdict.YES

    @property
    def blocked(self) -> bool:
        """Whether no run can make it."""
        return self.possible is Verdict.NO


@dataclass(frozen=True, slots=True)
class Here:
    """One state: the transitions tried there in order, those that are offered, and what guards say about them."""

    name: str
    tried: tuple[int, ...]
    offered: tuple[int, ...]
    choice: Choice
    declared: State | None = None
    final: bool = False

    def possible(self, transition: int) -> Verdict:
        """Say whether a transition can be taken here."""
        if transition in self.tried and (found := self.choice.taken[self.tried.index(transition)]) is not Verdict.NO:
            return found
        return self.choice.offered[self.offered.index(transition)] if transition in self.offered else Verdict.NO


@dataclass(frozen=True)
class Machine:
    """The states and moves of a workflow. `types` are those of the keys that guards compare."""

    workflow: Workflow
    types: Types = field(default_factory=dict)
    _work: list[int] = field(default_factory=list, init=False, compare=False, repr=False)
    _plain: dict[object, Choice] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def work(self) -> int:
        """How many evaluations of guards it has taken so far."""
        return sum(self._work)

    @cached_property
    def open(self) -> bool:
        """Whether there may be transitions that are not known, so that anything may happen in any state."""
        unknown_ends = any(isinstance(t.sources, Unknown) for t in self.workflow.transitions)
        return self.workflow.open is not None or unknown_ends

    @cached_property
    def ends_known(self) -> bool:
        """Whether it is known which states are final."""
        states = self.workflow.states
        if isinstance(states, Unknown) or isinstance(self.workflow.final, Unknown):
            return False
        return not any(isinstance(part, Unknown) for state in states for part in (state.name, state.final))

    @cached_property
    def declared(self) -> Mapping[str, State]:
        """The states that are declared, by name; the first of each name."""
        found: dict[str, State] = {}
        for state in () if isinstance(self.workflow.states, Unknown) else self.workflow.states:
            if isinstance(state.name, str):
                found.setdefault(state.name, state)
        return found

    @cached_property
    def final(self) -> frozenset[str]:
        """The names of final states."""
        return frozenset(self.workflow.final_states())

    @cached_property
    def existing(self) -> tuple[str, ...]:
        """Every state that exists: a source, a declared one, or a final one."""
        sources = (name for sources in self.sources for name in sources)
        return tuple(dict.fromkeys((*sources, *self.declared, *self.workflow.final_states())))

    @cached_property
    def sources(self) -> list[tuple[str, ...]]:
        """The known sources of each transition."""
        return [
            () if isinstance(t.sources, Unknown) else tuple(dict.fromkeys(t.sources)) for t in self.workflow.transitions
        ]

    @cached_property
    def targets(self) -> list[tuple[str, ...]]:
        """The known targets of each transition."""
        return [
            () if isinstance(t.targets, Unknown) else tuple(dict.fromkeys(t.targets)) for t in self.workflow.transitions
        ]

    @cached_property
    def states(self) -> Mapping[str, Here]:
        """Every state that is named anywhere, in the order of the source."""
        names = dict.fromkeys(self.existing)
        for targets in self.targets:
            names.update(dict.fromkeys(targets))
        names.update(dict.fromkeys(self._others()))
        leaving: dict[str, list[int]] = {name: [] for name in names}
        for number, sources in enumerate(self.sources):
            for source in sources:
                leaving[source].append(number)
        return {name: self._here(name, leaving[name]) for name in names}

    def _others(self) -> Iterator[str]:
        if isinstance(self.workflow.initial, str):
            yield self.workflow.initial
        yield from (t.on_failure for t in self.workflow.transitions if isinstance(t.on_failure, str))
        yield from (state.on_timeout for state in self.declared.values() if isinstance(state.on_timeout, str))

    def _here(self, name: str, leaving: list[int]) -> Here:
        actors = {number: self.workflow.transitions[number].actor for number in leaving}
        tried = tuple(n for n in leaving if actors[n] is Actor.DETERMINISTIC or isinstance(actors[n], Unknown))
        offered = tuple(n for n in leaving if actors[n] is not Actor.DETERMINISTIC)
        final = name in self.final
        choice = Choice((Verdict.NO,) * len(tried), (Verdict.NO,) * len(offered), Verdict.NO)
        if not final:
            choice = self.choose(tried, offered)
        return Here(name, tried, offered, choice, self.declared.get(name), final)

    def choose(
        self,
        tried: tuple[int, ...],
        offered: tuple[int, ...] = (),
        fixed: Mapping[Variable, Sample] | None = None,
        *,
        counted: bool = False,
    ) -> Choice:
        """Say what can happen where these transitions are tried and offered; `fixed` settles values beforehand.

        With `counted` those that are used up have been left out, so the others are there.
        """
        guards = (self.workflow.transitions[number].guard for number in (*tried, *offered))
        if any(isinstance(guard, Expression) for guard in guards):
            return self._choose(tried, offered, fixed, counted=counted)
        # Without conditions no value matters.
        key = (tried, offered, counted)
        if key not in self._plain:
            self._plain[key] = self._choose(tried, offered, None, counted=counted)
        return self._plain[key]

    def _choose(
        self,
        tried: tuple[int, ...],
        offered: tuple[int, ...],
        fixed: Mapping[Variable, Sample] | None,
        *,
        counted: bool,
    ) -> Choice:
        ways = [self._way(number, counted=counted) for number in tried]
        offers = [self._way(number, counted=counted) for number in offered]
        found = choose(ways, offers, self.types, fixed, MOST_WORK if self.work < MOST_IN_ALL else LEAST_WORK)
        self._work[:] = [self.work + found.work]
        return found

    def _way(self, number: int, *, counted: bool) -> Way:
        transition = self.workflow.transitions[number]
        if isinstance(transition.actor, Unknown):
            return Way(transition.actor)
        there = counted and isinstance(transition.limit, int)
        return Way(transition.guard, there or transition.limit is None)

    @cached_property
    def moves(self) -> Mapping[str, tuple[Move, ...]]:
        """Every move from each state, blocked ones included, in the order in which they are tried and offered."""
        return {name: tuple(self._moves(here)) for name, here in self.states.items()}

    def _moves(self, here: Here) -> Iterator[Move]:
        for number in dict.fromkeys((*here.tried, *here.offered)):
            transition = self.workflow.transitions[number]
            decided = number in here.offered
            possible = here.possible(number)
            for target in self.targets[number]:
                yield Move(here.name, target, By.DECISION if decided else By.RUNTIME, number, possible)
            if isinstance(transition.on_failure, str):
                by = By.FAILED_DECISION if decided else By.FAILURE
                yield Move(here.name, transition.on_failure, by, number, possible)
        if here.declared is not None and isinstance(here.declared.on_timeout, str) and not here.final:
            yield Move(here.name, here.declared.on_timeout, By.TIME, None, here.choice.gap)

    def anywhere(self, name: str) -> bool:
        """Say whether the run may go from here to states that are not known."""
        here = self.states[name]
        if here.final:
            return False
        unknown = (isinstance(self.workflow.transitions[n].targets, Unknown) for n in (*here.tried, *here.offered))
        timeout = here.declared is not None and isinstance(here.declared.on_timeout, Unknown)
        failing = any(
            isinstance(self.workflow.transitions[n].on_failure, Unknown) for n in (*here.tried, *here.offered)
        )
        return self.open or timeout or failing or any(unknown)

    @cached_property
    def reachable(self) -> frozenset[str]:
        """The states that a run may reach; all of them where the first is not known."""
        if not isinstance(self.workflow.initial, str):
            return frozenset(self.states)
        found = {self.workflow.initial}
        waiting = [self.workflow.initial]
        while waiting:
            name = waiting.pop()
            if self.anywhere(name):
                return frozenset(self.states)
            for move in self.moves[name]:
                if not move.blocked and move.target not in found:
                    found.add(move.target)
                    waiting.append(move.target)
        return frozenset(found)
