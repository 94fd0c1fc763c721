"""Rules over one reading: what they find, once each, in the order of the source."""

from collections.abc import Iterable, Iterator

from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Finding
from analyzer.rules.overlaps import most_telling
from analyzer.rules.registry import Loaded, load
from analyzer.rules.rule import Scope
from analyzer.source.reading import Reading
from chaindsl.graph.walk import nested_flows


def check_reading(reading: Reading, codes: Iterable[str]) -> list[Finding]:
    """Return what the rules with these codes find in a reading, sorted and without repeats.

    A step that stands in several flows is found once. Of findings that follow from one another only the most telling
    stays, whichever of them was asked for.
    """
    rules = load(codes)
    found = [finding for loaded in rules if loaded.rule.scope is Scope.FILE for finding in _run(loaded, reading)]
    parts = {part.place for flow in reading.flows for part in nested_flows(flow.graph)}
    for flow in reading.flows:
        facts = FlowFacts(flow.graph, flow, is_part=flow.graph.place in parts)
        bodies = BodyFacts(flow, facts)
        for loaded in rules:
            if loaded.rule.scope is Scope.FLOW:
                found.extend(_run(loaded, facts))
            elif loaded.rule.scope is Scope.BODY:
                found.extend(_run(loaded, bodies))
            if loaded.bodies is not None:
                found.extend(loaded.bodies(bodies))
    first = {(finding.place, finding.code, finding.message): finding for finding in reversed(found)}
    return sorted(most_telling(first.values()), key=_order)


def _run(loaded: Loaded, subject: object) -> Iterator[Finding]:
    return iter(()) if loaded.check is None else loaded.check(subject)


def _order(finding: Finding) -> tuple[object, ...]:
    place = finding.place
    return (place.file, place.line, place.column, finding.code, finding.message, finding.symbol)
