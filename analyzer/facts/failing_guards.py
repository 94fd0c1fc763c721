"""Guards that fail a run because they order what is None.

Only what is certain counts: values that the key's type admits, on ways that guards and limits allow. A predicate that
reads the key may have looked whether it is None, so then nothing is said.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyzer.facts.deadlocks import leaving
from analyzer.facts.guards import guard_reads
from analyzer.facts.machine import Here, Machine
from analyzer.facts.samples import NONE as NONE_KIND
from analyzer.facts.samples import Sample
from analyzer.facts.unfolding import Unfolding
from analyzer.facts.worlds import ImpossibleError, Variable, World, holds, variables
from chaindsl.graph.guard import Condition, Expression, Predicate
from chaindsl.graph.typeform import NONE, TypeForm, UnionForm
from chaindsl.graph.unknown import Unknown


@dataclass(frozen=True, slots=True)
class Failing:
    """In a state a transition's guard orders a key under which None may stand."""

    transition: int
    key: str
    state: str


def failing_guards(machine: Machine, unfolding: Unfolding) -> Iterator[Failing]:
    """Yield each guard that fails a run where a key is None, once for each key."""
    if not unfolding.exact or machine.open:
        return
    looked_at = _looked_at(machine)
    seen: set[tuple[int, str]] = set()
    for state, values, used in unfolding.points:
        here = machine.states[state]
        found = None if here.final else _failing(machine, here, dict(values), dict(used))
        for key in () if found is None else found[1]:
            told = (found[0], key) if found is not None else None
            optional = may_be_none(machine.types.get(key, NONE))
            if told is not None and told not in seen and optional and looked_at is not None and key not in looked_at:
                seen.add(told)
                yield Failing(told[0], key, state)


def may_be_none(form: TypeForm) -> bool:
    """Say whether a type says that there may be None."""
    return isinstance(form, UnionForm) and NONE in form.members


def _looked_at(machine: Machine) -> frozenset[str] | None:
    """The keys that predicates read; None where that can't be told."""
    guards = [transition.guard for transition in machine.workflow.transitions]
    reads = [guard_reads(guard) for guard in guards if isinstance(guard, Predicate | Unknown)]
    if any(found is None for found in reads):
        return None
    return frozenset(key for found in reads for key in found or ())


def _failing(
    machine: Machine, here: Here, values: Mapping[Variable, Sample], used: Mapping[int, int]
) -> tuple[int, list[str]] | None:
    """Return the first transition whose guard fails here for sure, with the keys that are None; None for no such."""
    for number in leaving(here):
        transition = machine.workflow.transitions[number]
        guard, tried = transition.guard, number in here.tried
        if isinstance(guard, Unknown) or isinstance(transition.actor, Unknown):
            return None
        if used.get(number, 0) == transition.limit or isinstance(guard, Predicate):
            continue
        if isinstance(guard, Expression):
            try:
                found = _holds(guard.condition, values)
            except ImpossibleError:
                return number, _nones(guard.condition, values)
            if tried and found is not False:
                return None
        elif tried:
            return None
    return None


def _holds(condition: Condition, values: Mapping[Variable, Sample]) -> bool | None:
    """What a condition says; nothing where not all values are chosen yet."""
    return holds(condition, World(values)) if values.keys() >= variables([condition]).keys() else None


def _nones(condition: Condition, values: Mapping[Variable, Sample]) -> list[str]:
    asked = {variable: values[variable] for variable in variables([condition])}
    if not World(asked).sure:
        return []
    return [key for (key, _), sample in asked.items() if sample.kind == NONE_KIND]
