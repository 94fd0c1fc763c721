"""No graph is too odd: every rule over flows looks at it and comes to an end, and says so at a place."""

from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.facts.flow_facts import FlowFacts
from analyzer.rules.overlaps import most_telling
from analyzer.rules.registry import RULES, load
from analyzer.rules.rule import Scope
from chaindsl.graph.flow import Flow
from tests.analyzer.building import branch, chain, step
from tests.analyzer.facts import chains_at_random, journeys_at_random
from tests.graph.generated import Graphs

CHECKS = [loaded.check for loaded in load(RULES) if loaded.rule.scope is Scope.FLOW]


@given(
    Graphs().flows()
    | Graphs(st.sampled_from("abc"), holes=False).flows()
    | chains_at_random.flows(optional=True)
    | journeys_at_random.flows()
)
@settings(max_examples=150)
def test_every_rule_comes_to_an_end(flow: Flow) -> None:
    facts = FlowFacts(flow)
    found = [finding for check in CHECKS if check is not None for finding in check(facts)]
    assert all(finding.message and finding.place.line for finding in found)
    assert set(most_telling(found)) <= set(found)


@given(st.integers(70, 400))
@settings(max_examples=5)
def test_nesting_without_end_is_one_hole(levels: int) -> None:
    part = branch("k", {"x": step("a")})
    for _ in range(levels):
        part = branch("k", {"x": part, "y": part})
    facts = FlowFacts(chain(part, inputs="k"))
    assert [finding.code for check in CHECKS if check is not None for finding in check(facts)] == ["CD002"]
