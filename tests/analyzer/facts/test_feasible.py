"""Paths that can be taken: what is found is what some run does, branches on one key going the same way."""

import itertools
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from analyzer.facts.feasible import Paths, Stage
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.net import Kind
from analyzer.rules.read_before_write import check
from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Flow
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Never, Passes
from tests.analyzer.building import branch, chain, go, parallel, step, workflow
from tests.analyzer.facts import journeys_at_random
from tests.analyzer.facts.chains_at_random import flows
from tests.analyzer.facts.executions import Event, runs
from tests.analyzer.facts.journeys_at_random import Exploration, Hop, Point

NAMES = [f"s{number}" for number in range(6)]


def with_branch_keys(flow: Flow) -> Flow:
    """The flow with both keys that branches go by among its inputs, so that no branch misses its own."""
    assert isinstance(flow.inputs, tuple)
    given_already = {entry.key for entry in flow.inputs}
    more = tuple(Input(key) for key in ("k1", "k2") if key not in given_already)
    return replace(flow, inputs=(*flow.inputs, *more))


MOST = 20_000


def all_runs(flow: Flow) -> set[tuple[Event, ...]]:
    """What the runs of a flow do; there are flows with millions of runs, which say no more than others."""
    every = (
        events
        for one, two in itertools.product(["x", "y", "other"], repeat=2)
        for _, events, _ in runs(flow, {"k1": one, "k2": two})
    )
    found = list(itertools.islice(every, MOST))
    assume(len(found) < MOST)
    return set(found)


@given(flows())
@settings(max_examples=max(200, settings().max_examples))
def test_a_key_is_found_missing_if_and_only_if_some_run_misses_it(flow: Flow) -> None:
    flow = with_branch_keys(flow)
    facts = FlowFacts(flow)
    needs = {node.name: {use.key for use in node.contract.uses} for node in facts.net.nodes if node.kind is Kind.STEP}
    missed = {f"flow.{event.step}" for events in all_runs(flow) for event in events if needs[event.step] - event.before}
    assert {one.symbol for one in check(facts)} == missed


def breaks(guarantee: Guarantee, names: list[str]) -> bool:
    """Whether a run that does these, in order, breaks a guarantee."""
    match guarantee:
        case Passes(str(name), str(before)):
            return before in names and name not in names[: names.index(before)]
        case Never(str(name), str(after)):
            return after in names and name in names[names.index(after) + 1 :]
        case AtMost(str(name), int(times)):
            return names.count(name) > times
    return False


guarantees = st.one_of(
    st.builds(Passes, st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.builds(Never, st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.builds(AtMost, st.sampled_from(NAMES), st.integers(0, 3)),
)


@given(flows(), guarantees)
@settings(max_examples=max(300, settings().max_examples))
def test_a_guarantee_of_a_chain_is_broken_if_and_only_if_a_run_breaks_it(flow: Flow, guarantee: Guarantee) -> None:
    flow = replace(with_branch_keys(flow), guarantees=(guarantee,))
    facts = FlowFacts(flow)
    found = bool(facts.broken_guarantees)
    existing = {node.name for node in facts.net.nodes if node.kind is Kind.STEP}
    if isinstance(guarantee, Passes) and guarantee.name not in existing:
        return
    broken = any(breaks(guarantee, [event.step for event in events]) for events in all_runs(flow))
    if isinstance(guarantee, AtMost):
        # How often a part can be done is arithmetic, which minds no branch.
        assert found or not broken
    else:
        assert found is broken


def journeys(explored: Exploration, most: int) -> Iterator[list[str]]:
    """What runs do, up to so many moves: transitions that are done and states that are come to, in order."""
    waiting: list[tuple[Point, list[str], int]] = [(point, [point.state], 0) for point in explored.starts]
    while waiting:
        point, names, count = waiting.pop()
        hops = explored.hops[point] if count < most else []
        if not hops:
            yield names
        waiting.extend((hop.target, [*names, *_did(explored, hop)], count + 1) for hop in hops)


def _did(explored: Exploration, hop: Hop) -> list[str]:
    name = str(explored.body.transitions[hop.transition].name)
    return [*([name] if hop.done else []), hop.target.state]


THINGS = ["t0", "t1", "t2", "t3", "b", "c", "d"]
promises = st.one_of(
    st.builds(Passes, st.sampled_from(THINGS), st.sampled_from(THINGS)),
    st.builds(Never, st.sampled_from(THINGS), st.sampled_from(THINGS)),
    st.builds(AtMost, st.sampled_from(THINGS), st.integers(0, 2)),
)


@given(journeys_at_random.flows(longest=4), promises)
@settings(max_examples=max(150, settings().max_examples))
def test_no_run_of_a_workflow_breaks_a_guarantee_that_is_not_found_broken(flow: Flow, guarantee: Guarantee) -> None:
    facts = FlowFacts(replace(flow, guarantees=(guarantee,)))
    names = {node.name for node in facts.net.nodes if node.name}
    if isinstance(guarantee, Passes) and guarantee.name not in names:
        return
    if not facts.broken_guarantees:
        explored = Exploration(flow)
        assert not any(breaks(guarantee, names) for names in itertools.islice(journeys(explored, 5), 20_000))


def broken(flow: Flow, *found: Guarantee) -> list[Guarantee]:
    return [one.guarantee for one in FlowFacts(replace(flow, guarantees=found)).broken_guarantees]


def test_decisions() -> None:
    flow = workflow(go("ask", "a > b", by="agent"), go("skip", "b > c"), go("approve", "c > d", by="human"), final="d")
    found = broken(flow, Decides("agent", "d"), Decides("human", "d"), Decides("human", "c"), Decides("agent", "a"))
    assert found == [Decides("human", "c"), Decides("agent", "a")]


def test_a_person_may_decide_in_the_place_of_an_agent() -> None:
    flow = workflow(go("approve", "a > b", by="human"), go("ask", "b > c", by="agent"), final="c")
    assert broken(flow, Decides("agent", "b"), Decides("human", "c"), Decides("agent", "a")) == [Decides("agent", "a")]


def test_a_transition_behind_an_equal_guard_breaks_nothing() -> None:
    flow = workflow(
        go("first", "a > b", guard="n < 5", limit=1),
        go("hidden", "a > c", guard="n < 5"),
        go("other", "a > b"),
        go("again", "b > a", limit=1),
        go("last", "b > c"),
        final="c",
        inputs="n",
        types={"n": "int"},
    )
    assert broken(flow, Never("hidden", "other"), Passes("first", "hidden"), Passes("last", "c")) == [
        Passes("last", "c")
    ]


def test_what_happens_beside_something_may_happen_after_it() -> None:
    flow = chain(parallel(step("x"), step("y")), step("z"))
    assert broken(flow, Never("x", "y"), Never("x", "z"), Passes("x", "y")) == [Never("x", "y"), Passes("x", "y")]


def test_what_one_of_parallel_parts_does_for_a_value_is_known_behind_them() -> None:
    flow = chain(
        parallel(branch("k1", {"x": [step("s", "", "p")]}, []), step("beside")),
        branch("k1", {"x": [step("r", "p", "z")], "y": [step("w", "", "z")]}, []),
        inputs="k1",
    )
    assert list(check(FlowFacts(flow))) == []
    assert broken(flow, Passes("s", "r"), Passes("s", "w")) == [Passes("s", "w")]


def test_guards_that_exclude_each_other_break_nothing() -> None:
    flow = workflow(
        go("small", "a > b", guard="n < 5"),
        go("large", "a > b"),
        go("check", "b > c", guard="n >= 5"),
        go("skip", "b > c"),
        final="c",
        inputs="n",
        types={"n": "int"},
    )
    assert broken(flow, Never("check", "small"), Never("skip", "small")) == [Never("skip", "small")]


def test_limits_keep_a_promise() -> None:
    around = [go("go", "a > b"), go("back", "b > a", limit=2), go("end", "b > c")]
    flow = workflow(*around, final="c")
    assert broken(flow, AtMost("go", 3), AtMost("go", 2), AtMost("back", 2), AtMost("c", 1)) == [AtMost("go", 2)]


def test_a_search_that_takes_too_long_is_cut() -> None:
    routes = [branch(f"k{n}", {"x": step(f"a{n}"), "y": step(f"b{n}")}) for n in range(12)]
    again = [branch(f"k{n}", {"x": step(f"c{n}"), "y": step(f"d{n}")}) for n in range(12)]
    facts = FlowFacts(chain(*routes, *again, inputs=" ".join(f"k{n}" for n in range(12))))
    paths = Paths(facts.net, facts.types)
    found = paths.search(Stage(lambda node: False, lambda node: True))
    assert found.cut
    assert found.path is None
