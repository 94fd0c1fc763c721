"""Budgets: seconds, calls, tokens and bytes, checked before each call and between steps; nested flows; resumes."""

import threading

import pytest

from chaindsl.graph.budget import Budget
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.runtime.failure import BudgetExceeded, CallsExceeded, UsageMissing
from chaindsl.runtime.status import Status, Stopped
from chaindsl.vocabulary.model import Complete, Completion, Usage
from tests.runtime.world import Script, World, lines


@step(writes="a")
def first(q: str, *, complete: Complete) -> str:
    return complete(q)


@step(writes="b")
def second(a: str, *, complete: Complete) -> str:
    return complete(a)


@step(writes="c")
def third(b: str, *, complete: Complete) -> str:
    return complete(b)


def test_the_call_that_is_one_too_many_is_not_made() -> None:
    flow = chain("calls", first, second, third, inputs={"q": str}, budget=Budget(calls=2))
    model = Script("A", "B", "C")
    runner = World().bind(flow, complete=model)
    with pytest.raises(BudgetExceeded, match="calls is over its budget before third: 2 of 2 calls are used") as caught:
        runner.run({"q": "?"})
    run = caught.value.run
    assert model.prompts == ["?", "A"]
    assert (run.status, run.stopped, run.spent.calls) == (Status.OVER_BUDGET, Stopped.BUDGET, 2)
    assert lines(caught.value.trace)[:2] == ["calls/first 1 ok", "calls/second 1 ok"]
    assert (caught.value.what, caught.value.limit, caught.value.used) == ("calls", 2, 2)
    with pytest.raises(BudgetExceeded):
        runner.retry(run)
    assert runner.retry(run, budget=Budget(calls=3))["c"] == "C"
    assert run.spent.calls == 3


def test_six_steps_at_two_attempts_make_at_most_twelve_calls_and_the_thirteenth_is_not_made() -> None:
    def always(number: int) -> object:
        @step(writes=f"k{number}", name=f"s{number}", max_attempts=2, backoff=0)
        def ask(*, complete: Complete) -> str:
            return complete(str(number))

        return ask

    answers = [answer for n in range(6) for answer in (OSError("flaky"), f"{n}")]
    model = Script(*answers, "thirteenth")
    flow = chain("six", *[always(number) for number in range(6)], budget=Budget(calls=12))  # type: ignore[arg-type]
    run = World().bind(flow, complete=model).run({})
    assert (run.spent.calls, len(model.prompts), model.answers) == (12, 12, ["thirteenth"])
    tight = chain("six", *[always(number) for number in range(6)], always(6), budget=Budget(calls=12))  # type: ignore[arg-type]
    model = Script(*answers, "thirteenth")
    with pytest.raises(BudgetExceeded, match="before s6"):
        World().bind(tight, complete=model).run({})
    assert model.answers == ["thirteenth"]


def test_seconds_are_looked_at_between_steps_and_after_a_pause() -> None:
    world = World()

    @step(writes="slow")
    def slow() -> str:
        world.pass_time(6)
        return "s"

    @step(writes="next")
    def after(slow: str) -> str:
        world.pass_time(6)
        return "n"

    @step(writes="last")
    def last(next: str) -> str:
        return "l"

    runner = world.bind(chain("timed", slow, after, last, budget=Budget(seconds=10)))
    with pytest.raises(BudgetExceeded, match="before last: 12 of 10 seconds") as caught:
        runner.run({})
    run = caught.value.run
    assert run.spent.seconds == 12
    world.pass_time(1000)
    assert run.spent.seconds == 12
    run = runner.retry(run, budget=Budget(seconds=12.5))
    assert (run["last"], run.spent.seconds) == ("l", 12)


def test_a_pause_that_would_outlast_the_budget_is_not_begun() -> None:
    world = World()

    @step(writes="x", max_attempts=3, backoff=8)
    def flaky() -> str:
        raise OSError("no")

    with pytest.raises(BudgetExceeded, match="before flaky: 24 of 10 seconds") as caught:
        world.bind(chain("paused", flaky, budget=Budget(seconds=10))).run({})
    assert world.slept == [8]
    assert lines(caught.value.trace) == ["paused/flaky 1 failed: OSError: no", "paused/flaky 2 failed: OSError: no"]


def test_tokens_are_added_up_and_need_a_model_that_reports_them() -> None:
    flow = chain("tokens", first, second, third, inputs={"q": str}, budget=Budget(tokens=10))

    def spender(prompt: str) -> Completion:
        return Completion(prompt, usage=Usage(4, 2), model="tiny")

    with pytest.raises(BudgetExceeded, match="tokens is over its budget before third: 12 of 10 tokens") as caught:
        World().bind(flow, complete=spender).run({"q": "?"})
    assert caught.value.run.spent.tokens == 12
    assert [record.tokens for record in caught.value.trace] == [6, 6]
    with pytest.raises(UsageMissing, match="step first: complete does not report its tokens") as missing:
        World().bind(flow, complete=lambda prompt: prompt).run({"q": "?"})
    why = "step first: complete does not report its tokens, so a budget of tokens can't be kept"
    assert lines(missing.value.trace) == [f"tokens/first 1 failed: UsageMissing: {why}"]


def test_bytes_are_what_is_carried_forward() -> None:
    @step(writes="big")
    def grow(q: str) -> str:
        return "ä" * 50

    @step(writes="big", name="shrink")
    def shrink(big: str) -> str:
        return "x"

    flow = chain("bytes", grow, shrink, inputs={"q": str}, budget=Budget(bytes=100))
    with pytest.raises(BudgetExceeded, match="before shrink: 101 of 100 bytes"):
        World().bind(flow).run({"q": "q"})
    run = World().bind(flow).run({"q": "q"}, budget=Budget(bytes=101))
    assert run.spent.bytes == 2


def test_freed_keys_are_not_carried() -> None:
    @step(writes="a")
    def one(q: str) -> list[str]:
        return ["x" * 40]

    @step(writes="b")
    def two(a: list[str]) -> str:
        return "y" * 40

    @step(writes="c")
    def three(b: str) -> str:
        return "z" * 40

    def flow(*, drop: bool) -> object:
        return chain("freed", one, two, three, inputs={"q": str}, budget=Budget(bytes=100), drop=drop)

    run = World().bind(flow(drop=True)).run({"q": "q" * 50})  # type: ignore[arg-type]
    assert dict(run.values) == {"c": "z" * 40}
    assert run.spent.bytes == 40
    with pytest.raises(BudgetExceeded):
        World().bind(flow(drop=False)).run({"q": "q" * 50})  # type: ignore[arg-type]


def test_a_nested_flow_counts_in_both_budgets() -> None:
    inner = chain("inner", first, second, inputs={"q": str}, outputs=["b"], budget=Budget(calls=5))
    outer = chain("outer", inner, third, inputs={"q": str}, budget=Budget(calls=2))
    with pytest.raises(BudgetExceeded, match="outer is over its budget before third") as caught:
        World().bind(outer, complete=Script(*"ABC")).run({"q": "?"})
    assert caught.value.run.spent.calls == 2
    tight = chain("inner", first, second, inputs={"q": str}, outputs=["b"], budget=Budget(calls=1))
    with pytest.raises(BudgetExceeded, match="inner is over its budget before second"):
        World().bind(chain("outer", tight, third, inputs={"q": str}), complete=Script(*"ABC")).run({"q": "?"})


def test_a_body_that_swallows_the_refusal_fails_all_the_same() -> None:
    @step(writes="x", max_calls=3, max_attempts=3)
    def sly(*, complete: Complete) -> str:
        try:
            return complete("one") + complete("two")
        except Exception:  # noqa: BLE001
            return "nobody noticed"

    model = Script("1", "2")
    with pytest.raises(BudgetExceeded):
        World().bind(chain("sly", sly, budget=Budget(calls=1)), complete=model).run({})
    assert model.prompts == ["one"]


def test_a_step_that_makes_a_second_call_is_stopped_unless_it_says_so() -> None:
    def body(*, complete: Complete) -> str:
        return complete("one") + complete("two")

    model = Script("1", "2")
    flow = chain("capped", step(writes="x", max_attempts=5)(body))
    with pytest.raises(
        CallsExceeded, match="step body may make 1 model call an attempt and asked for one more"
    ) as caught:
        World().bind(flow, complete=model).run({})
    assert model.prompts == ["one"]
    assert [record.calls for record in caught.value.trace] == [1]
    assert (caught.value.step, caught.value.cap) == ("body", 1)

    def body_with_cap(*, complete: Complete) -> str:
        return complete("one") + complete("two")

    flow = chain("allowed", step(writes="x", max_calls=2)(body_with_cap))
    assert World().bind(flow, complete=Script("1", "2")).run({})["x"] == "12"


def test_items_side_by_side_never_make_more_calls_than_the_budget() -> None:
    made: list[str] = []
    lock = threading.Lock()

    def model(prompt: str) -> str:
        with lock:
            made.append(prompt)
        return prompt

    @step(writes="all", each="numbers", workers=8, max_calls=2)
    def greedy(number: int, *, complete: Complete) -> str:
        return complete(str(number)) + complete(str(number))

    flow = chain("greedy", greedy, inputs={"numbers": list[int]}, budget=Budget(calls=11))
    with pytest.raises(BudgetExceeded) as caught:
        World().bind(flow, complete=model).run({"numbers": list(range(16))})
    assert len(made) == caught.value.run.spent.calls == 11
    assert sum(record.calls for record in caught.value.trace) == 11


def test_what_the_caller_says_replaces_only_what_it_says() -> None:
    flow = chain("calls", first, second, third, inputs={"q": str}, budget=Budget(calls=2, seconds=5))
    runner = World().bind(flow, complete=Script(*"ABC"))
    assert runner.run({"q": "?"}, budget=Budget(calls=3))["c"] == "C"
