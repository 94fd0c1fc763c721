"""The most calls: arithmetic against all runs of small chains, and pinned sums."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.facts.bounds import Bound, Reason, largest, one, text, times, total
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.unfolding import Detail
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat, Route, Workflow
from chaindsl.graph.step import Attempts, Step, Tool
from chaindsl.graph.typeform import ANY, TypeForm
from tests.analyzer.building import (
    HOLE,
    MODEL,
    UNKNOWN,
    branch,
    capped_list,
    chain,
    go,
    named,
    parallel,
    repeat,
    step,
    workflow,
)
from tests.analyzer.facts import journeys_at_random
from tests.analyzer.facts.chains_at_random import flows
from tests.analyzer.facts.executions import runs
from tests.analyzer.facts.journeys_at_random import Exploration


def asking(part: Part, weights: list[int]) -> Part:
    """The part with steps that call a model, as often an attempt as the weights say, in turn."""
    match part:
        case Step():
            weight = weights[int(str(part.name)[1:]) % len(weights)]
            return replace(part, tools=MODEL if weight else (), max_calls=weight or None)
        case Branch(_, tuple(routes), otherwise):
            rest = None if otherwise is None else tuple(asking(p, weights) for p in otherwise)
            return replace(part, routes=tuple(_asking(route, weights) for route in routes), otherwise=rest)
        case Repeat(parts) | Parallel(parts):
            return replace(part, parts=tuple(asking(p, weights) for p in parts))
    return part


def _asking(route: Route, weights: list[int]) -> Route:
    return replace(route, parts=tuple(asking(p, weights) for p in route.parts))


@given(flows(), st.lists(st.integers(0, 3), min_size=1, max_size=5))
@settings(max_examples=150)
def test_no_run_makes_more_calls_and_one_makes_as_many_where_the_bound_is_tight(flow: Flow, weights: list[int]) -> None:
    assert isinstance(flow.body, Chain)
    facts = FlowFacts(replace(flow, body=Chain(tuple(asking(part, weights) for part in flow.body.parts))))
    weigh = {f"s{n}": 2 * weights[n % len(weights)] for n in range(30)}
    dearest = max((sum(weigh[event.step] for event in events) for _, events, _ in runs(flow)), default=0)
    assert facts.calls.most is not None
    assert dearest <= facts.calls.most
    assert dearest == facts.calls.most or not facts.calls.tight


def weighted(flow: Flow, weights: list[int]) -> Flow:
    """The workflow with work that calls a model as often as the weights say, in turn."""
    assert isinstance(flow.body, Workflow)
    made = []
    for number, transition in enumerate(flow.body.transitions):
        weight = weights[number % len(weights)]
        assert transition.work is not None
        work = replace(transition.work, tools=MODEL if weight else (), max_calls=weight or None)
        made.append(replace(transition, work=work))
    return replace(flow, body=replace(flow.body, transitions=tuple(made)))


@given(journeys_at_random.flows(), st.lists(st.integers(0, 3), min_size=1, max_size=4))
@settings(max_examples=200)
def test_the_bound_of_a_workflow_is_what_its_dearest_run_makes(flow: Flow, weights: list[int]) -> None:
    facts, explored = FlowFacts(weighted(flow, weights)), Exploration(flow)
    assert facts.calls.most == explored.dearest(weights, whole=True)
    assert facts.calls_between_decisions.most == explored.dearest(weights, whole=False)


@given(journeys_at_random.flows(), st.lists(st.integers(0, 3), min_size=1, max_size=4))
@settings(max_examples=200)
def test_without_an_unfolding_the_bound_is_never_too_low(flow: Flow, weights: list[int]) -> None:
    facts, explored = FlowFacts(weighted(flow, weights)), Exploration(flow)
    assert facts.machine is not None
    assert facts.unfolding is not None
    facts.unfolding.detail = Detail.STATES
    assert facts.calls.most is not None
    assert facts.calls.most >= explored.dearest(weights, whole=True)
    assert (facts.calls_between_decisions.most or 0) >= explored.dearest(weights, whole=False)


def shown(flow: Flow) -> str:
    return text(FlowFacts(flow).calls)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ((step("plain"),), "0"),
        ((step("clarify", model=True),), "clarify 1×2 = 2"),
        ((step("a", model=True), step("b", model=True, attempts=3)), "a 1×2 + b 1×3 = 5"),
        ((step("a", model=True, max_calls=4, attempts=1),), "a 4×1 = 4"),
        ((step("x", model=True, each="items", limit=64),), "x 1×2×64 = 128"),
        ((repeat(step("a", model=True), step("ok"), until="ok", limit=5),), "5 × a 1×2 = 10"),
        (
            (repeat(step("a", model=True), step("ok", model=True), until="ok", limit=5),),
            "5 × (a 1×2 + ok 1×2) = 20",
        ),
        (
            (branch("k", {"x": step("a", model=True), "y": step("b", model=True, attempts=3)}),),
            "max(a 1×2, b 1×3) = 3",
        ),
        ((parallel(step("a", model=True), step("b", model=True)),), "a 1×2 + b 1×2 = 4"),
        ((Nested(chain(step("a", model=True), name="inner")),), "inner 2"),
        (
            (Nested(chain(step("a", model=True), name="inner", budget=Budget(calls=1))),),
            "inner (its budget) 1",
        ),
        ((HOLE,), "a part that can't be followed ?"),
        ((step("a", tools=(Tool("it", UNKNOWN),)),), "a ?"),
        ((step("a", model=True, tries=Attempts(most=UNKNOWN)),), "a ?"),
    ],
)
def test_sums(parts: tuple[Part, ...], expected: str) -> None:
    assert shown(chain(*parts, inputs="k items")) == expected


@pytest.mark.parametrize(
    ("writer", "limit", "expected"),
    [
        (capped_list(6), None, 12.0),
        (capped_list(6), 4, 8.0),
        (capped_list(6), 9, 12.0),
        (named("list[str]"), 9, 18.0),
        (named("list[str]"), None, math.inf),
        (named("tuple[str,str]"), None, 4.0),
        (ANY, None, math.inf),
        (UNKNOWN, None, None),
        (UNKNOWN, 4, 8.0),
    ],
)
def test_items_are_limited_by_the_step_or_by_the_type_of_the_list(
    writer: TypeForm, limit: int | None, expected: float | None
) -> None:
    flow = chain(step("split", type=writer), step("read", model=True, each="split", limit=limit))
    found = FlowFacts(flow).calls
    assert found.most == expected
    assert (found.reason is None) is (expected is not None and expected != math.inf)


def test_the_largest_of_all_lists_that_may_come_counts() -> None:
    routes = branch(
        "k", {"x": step("a", "", "docs", type=capped_list(3)), "y": step("b", "", "docs", type=capped_list(5))}
    )
    assert FlowFacts(chain(routes, step("read", model=True, each="docs"), inputs="k")).calls.most == 10


def test_a_long_sum_shows_its_largest_terms() -> None:
    flow = chain(*(step(f"s{n}", model=True, attempts=n + 1) for n in range(20)))
    assert shown(flow).startswith("s8 1×9 + ")
    assert shown(flow).endswith(" + 8 more = 210")


def test_a_workflow_counts_trips() -> None:
    around = [go("t", "a > b", work=step("t", model=True, attempts=1)), go("u", "b > a", limit=3), go("x", "b > end")]
    found = FlowFacts(workflow(*around, final="end"))
    assert found.calls.most == 4
    assert text(found.calls) == "4 × t 1×1 = 4"
    assert found.calls_between_decisions.most == 4


def test_a_cycle_through_a_decision_is_bounded_between_decisions() -> None:
    asked = step("t", model=True, attempts=2)
    found = FlowFacts(workflow(go("t", "a > b", work=asked), go("u", "b > a|end", by="agent"), final="end"))
    assert found.calls.most == math.inf
    assert found.calls.reason == Reason("`t` can be taken again and again")
    assert found.calls_between_decisions.most == 2


def test_ways_that_exclude_each_other_are_not_added() -> None:
    ask = {name: step(name, model=True, attempts=n) for n, name in enumerate("tuv", 1)}
    flow = workflow(
        go("t", "a > b", guard="k", work=ask["t"]),
        go("u", "a > c", work=ask["u"]),
        go("v", "b|c > end", work=ask["v"]),
        final="end",
        inputs="k",
    )
    assert FlowFacts(flow).calls.most == 5


def test_transitions_that_run_a_flow_cost_what_it_costs() -> None:
    inner = chain(step("a", model=True), name="inner")
    flow = workflow(go("t", "a > end", runs=inner, work=step("t", "", None, attempts=3)), final="end")
    assert text(FlowFacts(flow).calls) == "3 × inner 2 = 6"


def test_seconds_are_time_outs_and_waits_shared_by_workers() -> None:
    tries = Attempts(most=3, backoff=0.5, timeout=10)
    one_step = chain(step("a", tries=tries))
    assert FlowFacts(one_step).seconds.most == 31.5
    items = chain(step("a", tries=tries, each="k", limit=10, workers=4), inputs="k")
    assert FlowFacts(items).seconds.most == 94.5
    beside = chain(parallel(step("a", tries=tries), step("b", tries=Attempts(most=1, timeout=40))))
    assert FlowFacts(beside).seconds.most == 40
    assert FlowFacts(chain(step("a", attempts=1))).seconds.most == 0


def test_infinity_and_the_unknown_have_reasons() -> None:
    endless, unknown = Bound(math.inf, Reason("endless")), Bound(None, Reason("dark"))
    assert total([one("a", (2,)), unknown]).reason == Reason("dark")
    assert total([unknown, endless]).reason == Reason("endless")
    assert largest([unknown, endless]).most == math.inf
    assert times(3, unknown).reason == Reason("dark")
    assert times(None, one("a", (2,)), Reason("count")).reason == Reason("count")
    assert times(math.inf, one("a", (2,)), Reason("loop")).reason == Reason("loop")
    assert times(math.inf, total([])).most == 0
    assert times(0, endless).most == 0


def test_a_bound_over_what_is_no_list_is_not_tight() -> None:
    def calls(item: str) -> Bound:
        return FlowFacts(
            chain(step("ask", "", model=True, attempts=1, each="items", limit=4), inputs="items", types={"items": item})
        ).calls

    assert (calls("list[str]").most, calls("list[str]").tight) == (4, True)
    assert (calls("str").most, calls("str").tight) == (4, False)
    assert calls("Any").tight
