"""Rules over one reading: what they find, once each, in the order of the source."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from analyzer.finding import Finding
from analyzer.flowcheck import Checked, check_flow
from analyzer.rules.overlaps import most_telling
from analyzer.rules.registry import Loaded, load
from analyzer.rules.rule import Scope
from analyzer.source.reading import Reading, SourceFlow
from analyzer.source.trouble import Problem, Trouble
from chaindsl.graph.place import Place
from chaindsl.graph.walk import nested_flows

_OF_PROBLEMS = "CD001"
"""The rule that tells what could not be read or looked at."""

MOST_WORK = 400_000
"""How many points searches may look at in one file before its other flows are left out. An ordinary flow takes some
hundred; a few lines can say many that take as many as they may."""


class Checking(NamedTuple):
    """What was found in a reading, and the reading with what kept rules from looking at all of it."""

    findings: list[Finding]
    reading: Reading


def check_reading(
    reading: Reading, codes: Iterable[str], more: Sequence[Loaded] = (), *, fixes: bool = True
) -> list[Finding]:
    """Return what the rules with these codes find in a reading, sorted and without repeats; `more` are rules as well.

    Without `fixes` no finding offers one. A step that stands in several flows is found once. Of findings that follow
    from one another only the most telling stays, whichever of them was asked for.
    """
    return checked(reading, [*load(codes), *more], fixes=fixes).findings


def checked(reading: Reading, rules: Sequence[Loaded], *, fixes: bool = True) -> Checking:
    """Run rules over a reading."""
    parts = parts_of(reading)
    found: list[Finding] = []
    work = 0
    for flow in reading.flows:
        if work > MOST_WORK:
            reading = _unchecked(reading, flow)
            break
        result = check_flow(flow, rules, is_part=flow.graph.place in parts, fixes=fixes)
        found.extend(result.findings)
        work += result.work
        reading = _deeper(reading, flow, result)
    found.extend(_in_file(reading, rules))
    return Checking(once_each(found), reading)


def parts_of(reading: Reading) -> frozenset[Place]:
    """Return the places of the flows that flows of a reading have as parts."""
    nested = (part for flow in reading.flows for part in nested_flows(flow.graph))
    return frozenset(part.place for part in nested if part.place is not None)


def once_each(found: Sequence[Finding]) -> list[Finding]:
    """Return findings sorted, each once, and without those that follow from others."""
    first = {(finding.place, finding.code, finding.message): finding for finding in reversed(found)}
    return sorted(most_telling(first.values()), key=_order)


def _in_file(reading: Reading, rules: Sequence[Loaded]) -> Iterator[Finding]:
    """What the rules over files find; the one that tells of problems comes last."""
    deep: list[str] = []
    files = [loaded for loaded in rules if loaded.rule.scope is Scope.FILE]
    for loaded in sorted(files, key=lambda loaded: loaded.rule.code == _OF_PROBLEMS):
        if loaded.rule.code == _OF_PROBLEMS and deep:
            reading = _with(reading, deep, Place(reading.file, 1))
        try:
            yield from () if loaded.check is None else loaded.check(reading)
        except RecursionError:
            deep.append(loaded.rule.code)


def _deeper(reading: Reading, flow: SourceFlow, result: Checked) -> Reading:
    """The reading with what is to be said of a flow that is nested too deeply for some rules."""
    place = flow.graph.place or Place(reading.file, 1)
    return _with(reading, result.too_deep, place) if result.too_deep else reading


def _unchecked(reading: Reading, flow: SourceFlow) -> Reading:
    """The reading with what is to be said where the flows before one have taken more than a file may take."""
    said = "what comes before is too large for this flow and those behind it to be looked at: put them into other files"
    problem = Problem(Trouble.TOO_LARGE, said, flow.graph.place or Place(reading.file, 1))
    return replace(reading, problems=(*reading.problems, problem))


def _with(reading: Reading, codes: Sequence[str], place: Place) -> Reading:
    problem = Problem(Trouble.TOO_DEEP, f"nested too deeply for {', '.join(codes)} to look at", place)
    return replace(reading, problems=(*reading.problems, problem))


def _order(finding: Finding) -> tuple[object, ...]:
    place = finding.place
    return (place.file, place.line, place.column, finding.code, finding.message, finding.symbol)
