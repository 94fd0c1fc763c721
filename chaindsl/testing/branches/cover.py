"""Chooses, of many runs, those that together take each branch once, and says of the others why they are not taken."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from chaindsl.language.flow import Flow
from chaindsl.testing.branches.explore import MOST_RUNS, Explorer, Found
from chaindsl.testing.branches.relevant import predicates, steps_behind
from chaindsl.testing.branches.replayed import same_again
from chaindsl.testing.branches.turn import Kind, Size, Turn, turns_declared

CODE = "nothing that its own code was seen to return leads there"


@dataclass(frozen=True, slots=True)
class Test:
    """One test to write: a run, and the turns for which it is the plainest."""

    found: Found
    own: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """The tests of one flow; `stand_ins` are steps whose bodies don't run, `missing` turns not taken, each with why."""

    flow: Flow
    tests: tuple[Test, ...]
    stand_ins: tuple[tuple[str, str], ...]
    missing: tuple[tuple[Turn, str], ...]

    @property
    def taken(self) -> frozenset[Turn]:
        """The turns that the tests take."""
        return frozenset(turn for test in self.tests for turn in test.found.turns)


def cover(flow: Flow, ruled_out: Collection[Turn] = (), most: int = MOST_RUNS) -> Cover:
    """Look for runs that take every turn of a flow. `ruled_out` are those that are proved to be taken by no run.

    `most` is for how many runs it looks: with the flow's own code, with stubs for the steps that decide about what was
    not taken, and with stubs for all steps.
    """
    declared = turns_declared(flow.graph)
    explorer = Explorer(flow)
    against = {turn: said for turn in declared if (said := _against(explorer, turn, ruled_out))}
    wanted = [turn for turn in declared if turn not in against]
    reasons = {name: why for name in explorer.options.steps if (why := explorer.options.must_stand_in(name))}
    known, every = frozenset(reasons), frozenset(explorer.options.steps)
    explorer.look(wanted, known, most)
    tried = {known}
    for everything in (False, True):
        unseen = _unseen(explorer, wanted)
        stand_ins = known | (every if everything else steps_behind(flow.graph, unseen))
        if unseen and stand_ins not in tried:
            tried.add(stand_ins)
            explorer.look(wanted, stand_ins, most)
    tests = _tests(explorer, wanted, known)
    used = {name for test in tests for name in test.found.script["returns"]}
    taken = {turn for test in tests for turn in test.found.turns}
    return Cover(
        flow,
        tuple(tests),
        tuple((name, reasons.get(name, CODE)) for name in explorer.options.steps if name in used),
        tuple((turn, against.get(turn) or _why(flow, turn)) for turn in declared if turn not in taken),
    )


def _unseen(explorer: Explorer, wanted: Iterable[Turn]) -> list[Turn]:
    return [turn for turn in wanted if turn not in explorer.seen]


def _tests(explorer: Explorer, wanted: Sequence[Turn], needed: frozenset[str]) -> list[Test]:
    """One test for each run that is the plainest for some turn; where there is nothing to take, the plainest run."""
    runs = [found for found in explorer.found if same_again(explorer.flow, found)]
    own: dict[int, list[Turn]] = {}
    for turn in wanted:
        taking = [number for number, found in enumerate(runs) if turn in found.turns]
        if taking:
            own.setdefault(min(taking, key=lambda number: runs[number].cost), []).append(turn)
    if not own and runs:
        return [Test(min(runs, key=lambda found: found.cost), ())]
    tests: dict[tuple[str, ...], Test] = {}
    for number, turns in own.items():
        found = runs[number]
        plainer = explorer.plainer(found, turns, needed)
        found = plainer if same_again(explorer.flow, plainer) else found
        before = tests.get(found.said, Test(found, ()))
        tests[found.said] = Test(before.found, (*before.own, *turns))
    return list(tests.values())


def _against(explorer: Explorer, turn: Turn, ruled_out: Collection[Turn]) -> str:
    """Say why no run can take a turn; nothing where one may."""
    if turn in ruled_out:
        return "it holds whenever it is looked at" if turn.kind is Kind.GUARD else "guards and limits rule it out"
    if turn.kind is Kind.ITEMS and turn.detail == Size.NONE and explorer.options.never_empty(turn.subject):
        return "the type of its list asks for one"
    return ""


def _why(flow: Flow, turn: Turn) -> str:
    opaque = predicates(flow.graph, turn)
    if opaque:
        return (
            f"{' and '.join(opaque)} {'are' if len(opaque) > 1 else 'is'} code, and no value that was tried leads there"
        )
    if turn.kind is Kind.REPAIR:
        return "no value that was tried is rejected by its validators, and another one accepted"
    return "no value that was tried leads there"
