"""Rules over one flow, and which fixes are offered: those after which the flow has one finding less and no new one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Finding, Fix
from analyzer.rules.overlaps import most_telling
from analyzer.rules.registry import RULES, Loaded, load
from analyzer.rules.rule import Scope
from analyzer.source.reading import SourceFlow
from chaindsl.graph.flow import Flow

_MOST_OFFERS = 100
"""How many fixes are made for one flow. Those of later findings get their turn when the first are applied."""
_MOST_TRIED = 20
"""How many of them are tried on its graph: each costs as much as checking it."""


MOST_TRYING = 100_000
"""How many points searches may look at while fixes for one flow are tried, as far as that can be foreseen."""


class Checked(NamedTuple):
    """What was found in one flow, the codes of the rules for which it is nested too deeply, and what that took.

    `work` counts the points that searches looked at.
    """

    findings: list[Finding]
    too_deep: tuple[str, ...] = ()
    work: int = 0


def check_flow(flow: SourceFlow, rules: Sequence[Loaded], *, is_part: bool, fixes: bool = True) -> Checked:
    """Return what the rules over flows and bodies find in a flow, each with a fix that has been tried, or none.

    Without `fixes` none is tried, which takes as long as checking the flow for each.
    """
    too_deep: dict[str, None] = {}
    facts = FlowFacts(flow.graph, flow, is_part=is_part)
    found = list(_found(flow, facts, rules, too_deep))
    trial = _Trial(flow, is_part, min(_MOST_TRIED, MOST_TRYING // (facts.work + 1)))
    offering = [one for one in found if one.offer is not None][: _MOST_OFFERS if fixes else 0]
    offered = {id(one): trial.offered(one, one.offer()) for one in offering if one.offer is not None}
    kept = [replace(one, fix=offered.get(id(one)), offer=None) if one.offer is not None else one for one in found]
    return Checked(kept, tuple(too_deep), facts.work)


def _found(flow: SourceFlow, facts: FlowFacts, rules: Iterable[Loaded], too_deep: dict[str, None]) -> Iterator[Finding]:
    bodies = BodyFacts(flow, facts)
    for loaded in rules:
        try:
            yield from _by_rule(loaded, facts, bodies)
        except RecursionError:
            # Bodies are walked as they are written: one rule that can't go on says so, and the others are not lost.
            too_deep[loaded.rule.code] = None


def _by_rule(loaded: Loaded, facts: FlowFacts, bodies: BodyFacts) -> Iterator[Finding]:
    if loaded.rule.scope is Scope.FLOW and loaded.check is not None:
        yield from loaded.check(facts)
    elif loaded.rule.scope is Scope.BODY and loaded.check is not None:
        yield from loaded.check(bodies)
    if loaded.bodies is not None:
        yield from loaded.bodies(bodies)


class _Trial:
    """Tries fixes on the graph of one flow, with all rules, whichever of them were asked for."""

    def __init__(self, flow: SourceFlow, is_part: bool, most: int) -> None:
        self._flow = flow
        self._is_part = is_part
        self._left = most

    @cached_property
    def _rules(self) -> list[Loaded]:
        return load(RULES)

    @cached_property
    def _before(self) -> Counter[tuple[str, str]]:
        return self._count(self._flow.graph)

    def offered(self, finding: Finding, fix: Fix | None) -> Fix | None:
        """Return the first of a fix and those instead of it that holds what it promises."""
        while fix is not None and fix.becomes is not None:
            if self._left <= 0:
                return None
            self._left -= 1
            after, key = self._count(fix.becomes), (finding.code, finding.symbol)
            if after <= self._before and after[key] < self._before[key]:
                return replace(fix, becomes=None, instead=None)
            fix = fix.instead
        return fix

    def _count(self, graph: Flow) -> Counter[tuple[str, str]]:
        """How many findings of each code there are about each thing, of those that would be told."""
        facts = FlowFacts(graph, is_part=self._is_part)
        found = most_telling(_found(replace(self._flow, graph=graph), facts, self._rules, {}))
        return Counter(
            (one.code, one.symbol) for one in {(one.place, one.code, one.message): one for one in found}.values()
        )
