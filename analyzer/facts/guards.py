"""Comparing guards: which of a state's transitions can be taken, and whether one always can.

A small decision procedure: it tries one sample for every way in which comparisons of keys with constants can turn
out. "No" is a proof that holds for all values. "Yes" comes with values that a type certainly admits. All else, two
keys compared with each other included, is unknown. A predicate may answer either way, each time it is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from analyzer.facts.samples import Sample
from analyzer.facts.verdict import Verdict, every, opposite
from analyzer.facts.worlds import MOST_WORK, UNSURE, ImpossibleError, Variable, World, holds, variables, worlds
from chaindsl.graph.guard import All, Condition, Expression, Guard, Predicate, guard_keys
from chaindsl.graph.typeform import TypeForm
from chaindsl.graph.unknown import Maybe, Unknown

Types = Mapping[str, TypeForm]


@dataclass(frozen=True, slots=True)
class Way:
    """One way out of a state as far as guards decide: `lasting` says that it can't be used up."""

    guard: Maybe[Guard | None]
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of the ways can be taken; `gap` says whether it can happen that none is, and `when` for what values."""

    taken: tuple[Verdict, ...]
    offered: tuple[Verdict, ...]
    gap: Verdict
    when: World | None = None
    work: int = field(default=0, compare=False)
    """How many evaluations of conditions it may have taken to know that."""


def choose(
    ways: Sequence[Way],
    offers: Sequence[Way] = (),
    types: Types | None = None,
    fixed: Mapping[Variable, Sample] | None = None,
    work: int = MOST_WORK,
) -> Choice:
    """Say what can happen in a state: `ways` are tried in order, the first that holds is taken.

    `offers` are those that someone may decide for where none is taken; `work` is how many evaluations there may be.
    """
    conditions = [way.guard.condition for way in (*ways, *offers) if isinstance(way.guard, Expression)]
    found = worlds(conditions, types or {}, fixed, work)
    if found is None:
        return Choice((Verdict.UNKNOWN,) * len(ways), (Verdict.UNKNOWN,) * len(offers), Verdict.UNKNOWN)
    tally = _Tally(ways, offers)
    number = 0
    for world in found:
        tally.add(world)
        number += 1
    return Choice(tuple(tally.taken), tuple(tally.offered), tally.gap, tally.when, number * len(conditions))


class _Tally:
    """Adds up what happens, world by world."""

    def __init__(self, ways: Sequence[Way], offers: Sequence[Way]) -> None:
        self.ways, self.offers = ways, offers
        self.taken = [Verdict.NO] * len(ways)
        self.offered = [Verdict.NO] * len(offers)
        self.gap = Verdict.NO
        self.when: World | None = None

    def add(self, world: World) -> None:
        """Follow the ways in one world: past those that are not taken, up to one that always is."""
        sure = world.sure
        for index, way in enumerate(self.ways):
            answers = _answers(way.guard, world)
            if answers is None:
                return
            may, may_not, known = answers
            if may:
                self.taken[index] = _better(self.taken[index], sure and known)
            if not may_not and way.lasting:
                return
            sure = sure and known
        if self.gap is not Verdict.YES:
            self.gap, self.when = _better(self.gap, sure), world
        for index, way in enumerate(self.offers):
            answers = _answers(way.guard, world)
            if answers is not None and answers[0]:
                self.offered[index] = _better(self.offered[index], sure and answers[2])


def _answers(guard: Maybe[Guard | None], world: World) -> tuple[bool, bool, bool] | None:
    """Return whether a guard may hold, whether it may not, and whether that is certain; None where it raises."""
    if guard is None:
        return True, False, True
    if isinstance(guard, Unknown):
        return True, True, False
    if isinstance(guard, Predicate):
        return True, True, True
    try:
        found = holds(guard.condition, world)
    except ImpossibleError:
        return None
    return (True, True, False) if found is UNSURE else (found, not found, True)


def _better(found: Verdict, sure: bool) -> Verdict:
    return Verdict.YES if sure or found is Verdict.YES else Verdict.UNKNOWN


def possible(conditions: Sequence[Condition], types: Types) -> Verdict:
    """Say whether there are values for which all the conditions hold."""
    return every(_possible(group, types) for group in _groups(conditions))


def _possible(conditions: list[Condition], types: Types) -> Verdict:
    guard = Expression(conditions[0] if len(conditions) == 1 else All(tuple(conditions)))
    return choose([Way(guard)], types=types).taken[0]


def _groups(conditions: Sequence[Condition]) -> list[list[Condition]]:
    """Return the conditions in groups that have no variable in common, which can be decided apart."""
    groups: list[tuple[set[Variable], list[Condition]]] = []
    for condition in conditions:
        names = set(variables([condition]))
        joined = [group for group in groups if group[0] & names]
        merged = [part for group in joined for part in group[1]]
        groups = [group for group in groups if not group[0] & names]
        groups.append((names.union(*(group[0] for group in joined)), [*merged, condition]))
    return [group[1] for group in groups]


def never_true(condition: Condition, types: Types) -> Verdict:
    """Say whether a condition never holds."""
    return opposite(possible([condition], types))


def guard_reads(guard: Maybe[Guard | None]) -> frozenset[str] | None:
    """Return the keys that decide a guard; None where that can't be told."""
    if guard is None:
        return frozenset()
    if isinstance(guard, Unknown):
        return None
    if isinstance(guard, Predicate):
        return frozenset(read.key for read in guard.check.reads)
    return frozenset(guard_keys(guard.condition))
