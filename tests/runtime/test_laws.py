"""What holds for every flow: one trace from both drivers, calls within their bound, nothing done is done again."""

import asyncio
from collections import Counter

from hypothesis import given

from chaindsl.graph.budget import Budget
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.failure import BudgetExceeded, ChainError
from chaindsl.runtime.run import Run
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.status import Status
from tests.runtime.flows import LIST, Flaky, definitions
from tests.runtime.world import World, lines

VALUES = {"list": LIST, "text": "text"}
Drawn = tuple[Definition, dict[str, int], int]


def to_the_end(runner: Runner) -> Run:
    """Run, and go on after every failure."""
    run = runner.begin(VALUES)
    go = runner.proceed
    while run.status is not Status.COMPLETED:
        try:
            go(run)
        except ChainError:
            go = runner.retry
    return run


async def to_the_end_on_a_loop(runner: Runner) -> Run:
    run = runner.begin(VALUES)
    go = runner.aproceed
    while run.status is not Status.COMPLETED:
        try:
            await go(run)
        except ChainError:
            go = runner.aretry
    return run


def bound(definition: Definition, failures: dict[str, int]) -> Runner:
    return Runner(definition, {"complete": Flaky(failures)}, environment=World().environment)


@given(definitions())
def test_both_drivers_give_one_trace_whatever_fails(drawn: Drawn) -> None:
    definition, failures, _ = drawn
    one = to_the_end(bound(definition, failures))
    other = asyncio.run(to_the_end_on_a_loop(bound(definition, failures)))
    assert dict(one.values) == dict(other.values)
    assert sorted(lines(one.trace)) == sorted(lines(other.trace))


@given(definitions())
def test_nothing_that_is_done_is_done_again_after_a_failure(drawn: Drawn) -> None:
    definition, failures, _ = drawn
    run = to_the_end(bound(definition, failures))
    done = Counter((record.path, record.item) for record in run.trace if record.ok)
    assert set(done.values()) <= {1}
    attempts = Counter((record.path, record.item, record.attempt) for record in run.trace)
    assert set(attempts.values()) <= {1}


@given(definitions())
def test_calls_stay_within_what_arithmetic_says_and_each_is_in_the_trace(drawn: Drawn) -> None:
    definition, failures, most = drawn
    run = to_the_end(bound(definition, failures))
    assert run.spent.calls == sum(record.calls for record in run.trace)
    assert run.spent.calls <= most


@given(definitions())
def test_no_run_makes_more_calls_than_its_budget(drawn: Drawn) -> None:
    definition, failures, _ = drawn
    calmly = dict.fromkeys(failures, 0)
    calls = bound(definition, calmly).run(VALUES).spent.calls
    runner = bound(definition, calmly)
    run = runner.begin(VALUES, budget=Budget(calls=max(1, calls // 2)))
    try:
        runner.proceed(run)
    except BudgetExceeded:
        assert run.status is Status.OVER_BUDGET
    assert run.spent.calls <= max(1, calls // 2)
