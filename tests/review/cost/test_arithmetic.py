"""The numbers that the arithmetic is known for, each worked out by hand, and laws for all others."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Chain, Flow, Nested
from chaindsl.graph.step import Attempts, Each, Effect, Step, Tool, ToolKind
from chaindsl.review.cost.attempts import Odds, attempt_chances, completes, is_right, mean_attempts, slowest_mean
from chaindsl.review.cost.bill import Bill, in_row, one_of, side_by_side
from chaindsl.review.cost.chain_cost import repeated
from chaindsl.review.cost.estimate import estimate
from chaindsl.review.cost.flow_cost import FlowCost, many
from chaindsl.review.cost.measured import Measured, StepSeen
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.spread import Spread, added, highest, lowest, product
from chaindsl.review.cost.table import Table
from tests.graph.generated import Graphs

MODEL = (Tool("complete", ToolKind.MODEL),)
SHARES = st.floats(0, 1)


def six(most: int) -> FlowFacts:
    return FlowFacts(
        Flow("six", Chain(tuple(Step(n, tools=MODEL, writes=n, attempts=Attempts(most)) for n in "abcdef")))
    )


def test_six_steps_of_095() -> None:
    told = estimate(six(2), Rates(Table(defaults={"success": 0.95}))).reliability
    assert told.steps == 6
    assert told.once == pytest.approx(0.95**6, abs=1e-12)
    assert [round(told.once, 3), round(told.declared, 3), round(told.twice, 2)] == [0.735, 0.985, 0.93]
    assert told.needed is not None
    assert round(told.needed, 4) == 0.9915
    assert told.needed_declared == pytest.approx(1 - math.sqrt(1 - 0.95 ** (1 / 6)), abs=1e-12)


def test_a_second_attempt_buys_the_most_at_the_weakest_step() -> None:
    rates = Rates(Table(defaults={"success": 0.99}, steps={"c": {"success": 0.6}}))
    best = estimate(six(1), rates).advice[0]
    assert (best.step, best.change) == ("c", "2 attempts instead of 1")
    assert best.gain == pytest.approx(0.99**5 * (0.84 - 0.6))


@pytest.mark.parametrize(
    ("more", "success"),
    [
        ({}, 1.0),
        ({"tools": (Tool("why", ToolKind.FEEDBACK),)}, 1.0),
        ({"tools": (Tool("search", ToolKind.TOOL),)}, 0.9),
        ({"command": True}, 0.9),
        ({"effect": Effect(None)}, 0.9),
    ],
)
def test_what_only_computes_is_certain_where_nothing_is_said_of_it(more: dict[str, Any], success: float) -> None:
    only = Step("render", writes="page", attempts=Attempts(2), **more)
    told = estimate(FlowFacts(Flow("f", Chain((only,)))), Rates(Table(defaults={"success": 0.9})))
    assert (told.steps[0].rates.odds.success, told.reliability.steps) == (success, int(success < 1))
    assert [one.change for one in told.advice] == (["3 attempts instead of 2"] if success < 1 else [])


def test_trying_a_computation_again_is_advised_only_where_the_table_says_that_it_may_fail() -> None:
    only = FlowFacts(Flow("f", Chain((Step("render", writes="page", attempts=Attempts(1)),))))
    said = estimate(only, Rates(Table(steps={"render": {"success": 0.9}})))
    assert [one.change for one in said.advice] == ["2 attempts instead of 1"]
    seen = StepSeen(attempts=10, accepted=9)
    measured = estimate(only, Rates(measured=Measured(steps={("f", "render"): seen})))
    assert (measured.steps[0].rates.odds.success, measured.advice) == (0.9, ())


def test_a_validator_buys_what_nobody_noticed() -> None:
    rates = Rates(Table(defaults={"success": 0.9, "noticed": 0.0}))
    changes = [(one.step, one.change, round(one.gain, 6)) for one in estimate(six(2), rates).advice]
    gain = 0.99 * 0.9**5 - 0.9**6
    assert changes == [(n, "a validator that notices every wrong value", round(gain, 6)) for n in "abcdef"]


@given(SHARES, SHARES, st.integers(1, 9))
def test_attempts_are_a_geometric_sum(success: float, noticed: float, most: int) -> None:
    odds = Odds(success, noticed)
    chances = attempt_chances(odds, most)
    assert sum(chances) == pytest.approx(1)
    assert mean_attempts(odds, most) == pytest.approx(sum(n * chance for n, chance in enumerate(chances, 1)))
    assert is_right(odds, most) <= completes(odds, most) + 1e-12
    if noticed == 1:
        assert is_right(odds, most) == pytest.approx(completes(odds, most))


@given(st.lists(st.floats(0, 5), min_size=1, max_size=4).map(sorted), st.integers(1, 4))
def test_the_slowest_of_one_is_the_mean_and_of_more_no_faster(values: list[float], workers: int) -> None:
    chances = [1 / len(values)] * len(values)
    mean = sum(values) / len(values)
    assert slowest_mean(chances, values, 1) == pytest.approx(mean)
    assert mean - 1e-9 <= slowest_mean(chances, values, workers) <= values[-1] + 1e-9


def test_the_slowest_of_two_dice() -> None:
    assert slowest_mean([1 / 6] * 6, [1, 2, 3, 4, 5, 6], 2) == pytest.approx(161 / 36)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (product(None, 0), 0),
        (product(math.inf, 0), 0),
        (product(None, 2), None),
        (added([1, None]), None),
        (added([math.inf, None]), math.inf),
        (highest([1, None]), None),
        (highest([math.inf, None]), math.inf),
        (lowest([0, None]), 0),
        (lowest([1, None]), None),
        (highest([]), 0),
    ],
)
def test_what_is_not_known_stays_so_unless_it_does_not_matter(found: float | None, expected: float | None) -> None:
    assert found == expected


A = Bill(calls=Spread(1, 2, 4), seconds=Spread(1, 2, 3), completes=0.5, right=0.4)
B = Bill(calls=Spread(0, 1, 1), seconds=Spread(2, 2, 9))


def test_in_a_row_a_failure_spares_what_follows() -> None:
    found = in_row((A, B))
    assert (found.calls, found.seconds) == (Spread(1, 2.5, 5), Spread(3, 3, 12))
    assert (found.completes, found.right) == (0.5, 0.4)


def test_side_by_side_the_slowest_decides() -> None:
    found = side_by_side((A, B))
    assert (found.calls, found.seconds) == (Spread(1, 3, 5), Spread(2, 2, 9))


def test_one_of_several_is_as_dear_as_its_share() -> None:
    found = one_of((A, B), (3, 1))
    assert (found.calls, found.completes) == (Spread(0, 1.75, 4), 0.625)
    assert one_of((A, B), (0, 0)).calls.likely == 1.5


def test_a_loop_is_a_geometric_sum() -> None:
    head, tail = Bill(calls=Spread.of(1)), Bill(calls=Spread.of(2))
    whole = in_row((head, tail))
    found = repeated(head, tail, whole, 2, 0.5, fails=True)
    # First round 1; then, half of the time, 2 and another round of 1; then 2 more half of that time.
    assert found.calls == Spread(1, 1 + 0.5 * (2 + 1 + 0.5 * 2), 6)
    assert found.completes == 0.75
    assert repeated(head, tail, whole, 2, 0.5, fails=False).completes == 1.0
    assert repeated(head, tail, whole, None, 0.5, fails=False).calls.most is None


def test_the_same_again_is_paid_for_only_while_nothing_failed() -> None:
    assert many(A, 2).calls == Spread(2, 3, 8)
    assert many(A, 2).completes == 0.25
    assert many(B, 3).calls == Spread(0, 3, 3)


def test_a_budget_limits_the_most_of_a_flow_and_of_one_inside() -> None:
    step = Step("a", writes="a", tools=MODEL, attempts=Attempts(9))
    inner = Flow("inner", Chain((step,)), budget=Budget(calls=2, seconds=5), outputs=("a",))
    facts = FlowFacts(Flow("outer", Chain((Nested(inner), Step("b", writes="b", attempts=Attempts(1))))))
    bill = FlowCost(facts, Rates()).bill
    assert (bill.calls, bill.seconds.most) == (Spread(1, 1, 2), 5)
    assert FlowCost(FlowFacts(inner), Rates()).bill.calls.most == 2


def test_items_take_as_many_rounds_as_workers_need() -> None:
    each = Each("docs", 10, workers=4)
    step = Step("a", writes="a", tools=MODEL, each=each, attempts=Attempts(2, 1.0, 3.0))
    rates = Rates(Table(steps={"a": {"seconds": Spread.of(2.0), "items": Spread(1, 8, 10)}}))
    bill = FlowCost(FlowFacts(Flow("f", Chain((step,)))), rates).bill
    assert bill.calls == Spread(1, 8, 20)
    assert bill.seconds == Spread(2, 4, 3 * (2 * 3 + 1))


def test_money_is_tokens_times_prices() -> None:
    entry = {"input_tokens": Spread.of(1_000), "output_tokens": Spread.of(100), "model": "m"}
    rates = Rates(Table(steps={"a": entry}, models={"m": {"input": 2.0, "output": 10.0}}))
    step = Step("a", writes="a", tools=MODEL, attempts=Attempts(2))
    bill = FlowCost(FlowFacts(Flow("f", Chain((step,)))), rates).bill
    assert bill.money == Spread(0.003, 0.003, 0.006)
    assert bill.input_tokens == Spread(1_000, 1_000, 2_000)


@given(Graphs().flows())
def test_any_flow_has_an_estimate_and_its_bounds_are_the_analyzers(flow: Flow) -> None:
    facts = FlowFacts(flow)
    found = estimate(facts, Rates(Table(defaults={"success": 0.9})), most_ways=20)
    bill = FlowCost(facts, Rates()).unlimited
    if isinstance(facts.flow.body, Chain):
        assert bill.calls.most == facts.calls.most
    assert 0 <= found.reliability.declared <= 1
    for unit in ("calls", "seconds"):
        least, likely, most = found.bill.unit(unit).amounts
        known = [amount for amount in (least, likely, most) if amount is not None]
        assert all(amount >= 0 for amount in known)
