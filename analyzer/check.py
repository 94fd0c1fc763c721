"""Rules over one reading: what they find, once each, in the order of the source."""

from collections.abc import Iterable

from analyzer.finding import Finding
from analyzer.flowcheck import check_flow
from analyzer.rules.overlaps import most_telling
from analyzer.rules.registry import load
from analyzer.rules.rule import Scope
from analyzer.source.reading import Reading
from chaindsl.graph.walk import nested_flows


def check_reading(reading: Reading, codes: Iterable[str]) -> list[Finding]:
    """Return what the rules with these codes find in a reading, sorted and without repeats.

    A step that stands in several flows is found once. Of findings that follow from one another only the most telling
    stays, whichever of them was asked for.
    """
    rules = load(codes)
    files = [loaded.check for loaded in rules if loaded.rule.scope is Scope.FILE]
    found = [finding for check in files if check is not None for finding in check(reading)]
    parts = {part.place for flow in reading.flows for part in nested_flows(flow.graph)}
    for flow in reading.flows:
        found.extend(check_flow(flow, rules, is_part=flow.graph.place in parts))
    first = {(finding.place, finding.code, finding.message): finding for finding in reversed(found)}
    return sorted(most_telling(first.values()), key=_order)


def _order(finding: Finding) -> tuple[object, ...]:
    place = finding.place
    return (place.file, place.line, place.column, finding.code, finding.message, finding.symbol)
