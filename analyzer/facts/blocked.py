"""Transitions that no run can take and states that no run can come to, with the reason."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from analyzer.facts.guards import never_true
from analyzer.facts.machine import Here, Machine
from analyzer.facts.paths import components
from analyzer.facts.verdict import Verdict
from chaindsl.graph.guard import Expression
from chaindsl.graph.state import Actor


class Because(Enum):
    """Why a transition is never taken."""

    FINAL = "final"
    """All states it leaves are final."""
    NEVER = "never"
    """Its guard never holds."""
    BEHIND = "behind"
    """One without a guard is tried before it."""
    COVERED = "covered"
    """The guards of those tried before it leave no case for it."""


@dataclass(frozen=True, slots=True)
class Blocked:
    """A transition that no run takes; `by` are those in its way, in the state `at`."""

    transition: int
    because: Because
    at: str
    by: tuple[int, ...] = ()


def blocked_transitions(machine: Machine) -> Iterator[Blocked]:
    """Yield every transition that no run takes from any state that it leaves, unless none of these is reached."""
    if machine.open or not machine.ends_known:
        return
    for number, sources in enumerate(machine.sources):
        heres = [machine.states[name] for name in sources if name in machine.reachable]
        if heres and all(here.possible(number) is Verdict.NO for here in heres):
            yield _reason(machine, number, heres)


def _reason(machine: Machine, number: int, heres: list[Here]) -> Blocked:
    open_ = [here for here in heres if not here.final]
    if not open_:
        return Blocked(number, Because.FINAL, heres[0].name)
    here = open_[0]
    guard = machine.workflow.transitions[number].guard
    if isinstance(guard, Expression) and never_true(guard.condition, machine.types) is Verdict.YES:
        return Blocked(number, Because.NEVER, here.name)
    before = here.tried[: here.tried.index(number)] if number in here.tried else here.tried
    hiding = tuple(one for one in before if _hides(machine, one))
    if hiding:
        return Blocked(number, Because.BEHIND, here.name, hiding[:1])
    return Blocked(number, Because.COVERED, here.name, before)


def _hides(machine: Machine, number: int) -> bool:
    transition = machine.workflow.transitions[number]
    return transition.guard is None and transition.limit is None and transition.actor is Actor.DETERMINISTIC


def hiding_decisions(machine: Machine, here: Here) -> tuple[int, tuple[int, ...]] | None:
    """Return the transition that is taken without a guard before anybody is asked, with those it hides."""
    decided = tuple(number for number in here.offered if machine.workflow.transitions[number].actor in set(Actor))
    for number in here.tried:
        if decided and _hides(machine, number) and here.possible(number) is not Verdict.NO:
            return number, decided
    return None


def unreached_states(machine: Machine) -> list[tuple[str, ...]]:
    """Return the states that no run can come to, in groups; what only they lead to is left out.

    A state to which a transition leads that is itself never taken is left out too: that one is to be told of.
    """
    if machine.open or machine.workflow.initial not in machine.existing or not machine.ends_known:
        return []
    names = [name for name in machine.states if name not in machine.reachable and name in machine.existing]
    number = {name: index for index, name in enumerate(names)}
    successors: list[list[int]] = [[] for _ in names]
    led_to: set[str] = set()
    for name, moves in machine.moves.items():
        for move in moves:
            if move.target in number and name in number:
                successors[number[name]].append(number[move.target])
            elif move.target in number:
                led_to.add(move.target)
    parts = components(successors)
    component = {node: index for index, part in enumerate(parts) for node in part}
    entered = {
        component[target]
        for node, targets in enumerate(successors)
        for target in targets
        if component[node] != component[target]
    }
    found = [
        tuple(names[node] for node in part)
        for index, part in enumerate(parts)
        if index not in entered and not led_to & {names[node] for node in part}
    ]
    return sorted(found, key=lambda group: names.index(group[0]))
