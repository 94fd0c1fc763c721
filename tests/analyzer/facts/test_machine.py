"""Workflows: what can be reached, endless cycles, long rows and gaps, against exhaustive exploration."""

import pytest
from hypothesis import given, settings

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import Machine
from analyzer.facts.verdict import Verdict
from chaindsl.graph.flow import Flow
from chaindsl.graph.unknown import Unknown, Why
from tests.analyzer.building import UNKNOWN, go, state, workflow
from tests.analyzer.facts.journeys_at_random import Exploration, flows


def machine(flow: Flow) -> Machine:
    found = FlowFacts(flow).machine
    assert found is not None
    return found


@given(flows())
@settings(max_examples=300)
def test_a_cycle_is_reported_if_and_only_if_exploration_finds_an_endless_run(flow: Flow) -> None:
    assert bool(FlowFacts(flow).cycles) is Exploration(flow).endless()


@given(flows())
@settings(max_examples=200)
def test_what_cannot_be_reached_is_never_reached(flow: Flow) -> None:
    found, explored = machine(flow), Exploration(flow)
    assert found.reachable >= explored.states()
    for here in found.states.values():
        for number in (*here.tried, *here.offered):
            if here.possible(number) is Verdict.NO:
                points = [point for point in explored.hops if point.state == here.name]
                assert all(hop.transition != number for point in points for hop in explored.hops[point])


@given(flows())
@settings(max_examples=200)
def test_the_longest_row_can_be_taken_and_nothing_is_longer_where_nothing_turns(flow: Flow) -> None:
    facts, explored = FlowFacts(flow), Exploration(flow)
    if explored.endless():
        return
    found = facts.longest_row
    # Every value may stand at the start of a row, so one found here may begin behind a decision.
    assert found.length <= explored.longest()
    limits = any(move.limit is not None for move in facts.machine.workflow.transitions) if facts.machine else False
    if not limits:
        assert found.length == explored.longest()


@given(flows())
@settings(max_examples=200)
def test_states_without_a_gap_are_never_stuck(flow: Flow) -> None:
    found, explored = machine(flow), Exploration(flow)
    for name in explored.stuck():
        here = found.states[name]
        leaving = [found.workflow.transitions[number] for number in (*here.tried, *here.offered)]
        limited = any(transition.limit is not None for transition in leaving)
        assert here.choice.gap is not Verdict.NO or limited


@pytest.mark.parametrize(
    ("transitions", "cycle", "forced"),
    [
        ([go("t", "a > b"), go("u", "b > a")], ["t", "u"], True),
        ([go("t", "a > a")], ["t"], True),
        ([go("t", "a > b"), go("u", "b > a", limit=3)], None, None),
        ([go("t", "a > b"), go("x", "b > end", guard="done(k)"), go("u", "b > a")], ["t", "u"], True),
        ([go("t", "a > b", writes="k"), go("x", "b > end", guard="done(k)"), go("u", "b > a")], ["t", "u"], False),
        ([go("t", "a > b"), go("u", "b > a", by="agent")], None, None),
        ([go("t", "a > b", guard="k > 5"), go("u", "b > a", guard="k < 3")], None, None),
        ([go("t", "a > b", guard="k > 5"), go("u", "b > a", guard="k > 7")], ["t", "u"], True),
        ([go("t", "a > b", guard="k > 5"), go("u", "b > a", guard="k < 3", writes="k")], None, None),
        ([go("t", "a > b", guard="k > 5", writes="k"), go("u", "b > a", guard="k < 3", writes="k")], ["t", "u"], False),
        ([go("t", "a > b", on_failure="a"), go("u", "b > end")], ["t"], False),
        ([go("t", "a > a|end")], ["t"], False),
        ([go("x", "a > end", guard="k > 5"), go("t", "a > a")], ["t"], True),
        ([go("x", "end > a"), go("t", "a > end")], None, None),
        ([go("x", "a > end", limit=1), go("t", "a > b"), go("u", "b > a")], None, None),
        ([go("x", "a > b", limit=1), go("t", "a > b"), go("u", "b > a")], ["t", "u"], False),
    ],
)
def test_cycles(transitions: list[object], cycle: list[str] | None, forced: bool | None) -> None:
    flow = workflow(*transitions, final="end", inputs="k", types={"k": "int"})  # type: ignore[arg-type]
    found = FlowFacts(flow).cycles
    if cycle is None:
        assert found == ()
        return
    assert [flow.body.transitions[n].name for n in found[0].transitions] == cycle  # type: ignore[union-attr]
    assert found[0].forced is forced


def test_nothing_is_said_of_cycles_where_transitions_or_ends_are_not_known() -> None:
    around = [go("t", "a > b"), go("u", "b > a")]
    assert FlowFacts(workflow(*around, open=Unknown(Why.DYNAMIC))).cycles == ()
    assert FlowFacts(workflow(*around, states=UNKNOWN)).cycles == ()
    unknown = Unknown(Why.DYNAMIC)
    assert FlowFacts(workflow(go("t", "a > b", limit=unknown), go("u", "b > a"))).cycles == ()


def test_a_large_machine_is_looked_at_without_values() -> None:
    keys = [f"k{n}" for n in range(20)]
    exits = [go(f"x{key}", "a > end", guard=f"{key} == 1") for key in keys]
    flow = workflow(*exits, go("t", "a > a"), final="end", inputs=" ".join(keys))
    facts = FlowFacts(flow)
    assert facts.unfolding is not None
    assert not facts.unfolding.exact
    assert len(facts.cycles) == 1


def test_rows_count_a_limited_cycle_as_often_as_it_turns() -> None:
    flow = workflow(go("t", "a > b"), go("u", "b > a", limit=30), go("x", "b > end"), final="end")
    assert FlowFacts(flow).longest_row.length == 62


def test_a_timeout_is_a_way_out_of_a_wait() -> None:
    waits = state("a", timeout=5, on_timeout="late")
    flow = workflow(go("t", "a > b", by="human"), final="b late", states=(waits,))
    assert machine(flow).reachable == {"a", "b", "late"}
    blocked = workflow(go("s", "a > b"), go("t", "a > b", by="human"), final="b late", states=(waits,))
    assert machine(blocked).reachable == {"a", "b"}
