"""One flow over many inputs: order, one budget, failure rates, and what a second start does not do again."""

from collections import Counter
from collections.abc import Iterator
from threading import Lock
from typing import Any

import pytest

from chaindsl.graph.budget import Budget
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.step import step
from chaindsl.store.memory import MemoryStore
from chaindsl.vocabulary.model import Complete


class Model:
    """Answers with the prompt, and counts what it is asked; an odd number fails while `broken`."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.broken = False
        self._lock = Lock()

    def __call__(self, prompt: str, /) -> str:
        with self._lock:
            self.asked[prompt] += 1
        if self.broken and int(prompt.rpartition(" ")[2]) % 2:
            raise OSError("busy")
        return prompt


@pytest.fixture
def model() -> Model:
    return Model()


def two_steps() -> Flow:
    @step(writes="a", max_attempts=1)
    def first(n: int, *, complete: Complete) -> str:
        return complete(f"first {n}")

    @step(writes="b", max_attempts=1)
    def second(a: str, n: int, *, complete: Complete) -> str:
        return complete(f"second {n}")

    return chain("two_steps", first, second, inputs={"n": int})


def inputs(count: int) -> Iterator[dict[str, Any]]:
    return ({"n": number} for number in range(count))


def test_results_come_in_the_order_of_the_inputs(model: Model) -> None:
    found = list(two_steps().bind(complete=model).map(inputs(50), workers=8))
    assert [(one.index, one.ok, one.outputs) for one in found] == [
        (number, True, {"b": f"second {number}"}) for number in range(50)
    ]
    assert {(one.calls, one.tokens) for one in found} == {(2, 0)}


def test_no_more_inputs_are_taken_than_are_worked_on(model: Model) -> None:
    taken = 0

    def counted() -> Iterator[dict[str, Any]]:
        nonlocal taken
        for values in inputs(1_000):
            taken += 1
            yield values

    results = two_steps().bind(complete=model).map(counted(), workers=2)
    next(results)
    results.close()
    assert taken <= 9


def test_one_budget_is_around_all_runs(model: Model) -> None:
    batch = two_steps().bind(complete=model).batch(workers=4, budget=Budget(calls=11))
    found = list(batch.results((number, str(number), values) for number, values in enumerate(inputs(50))))
    assert sum(model.asked.values()) == 11
    assert batch.stopped == "the budget of the batch is used up"
    assert all(one.ok for one in found)
    assert 1 <= len(found) <= 5


def test_a_failure_is_a_result_and_too_many_stop_the_batch(model: Model) -> None:
    model.broken = True
    batch = two_steps().bind(complete=model).batch(workers=2, stop_at=0.4)
    found = list(batch.results((number, str(number), values) for number, values in enumerate(inputs(500))))
    assert 20 <= len(found) <= 40
    assert [one.ok for one in found[:4]] == [True, False, True, False]
    assert found[1].error is not None
    assert (found[1].status, found[1].error.code, found[1].error.subject) == ("failed", "step-failed", "first")
    assert batch.stopped is not None
    assert batch.stopped.endswith("inputs failed")
    assert (batch.steps["first"].attempts, batch.steps["first"].failed) == (len(found), batch.failed)


def test_wrong_inputs_are_results_too(model: Model) -> None:
    found = list(two_steps().bind(complete=model).map([{"n": 1}, {"m": 1}, {"n": "x"}]))
    assert [(one.ok, one.error and one.error.code) for one in found] == [
        (True, None),
        (False, "unknown-input"),
        (False, "wrong-input"),
    ]


def test_a_second_start_asks_nothing_again(model: Model) -> None:
    store = MemoryStore()

    def results(count: int) -> list[Any]:
        runner = two_steps().bind(complete=model).configured(store=store)
        return list(runner.map(inputs(count), workers=4))

    first = results(20)
    asked = model.asked.copy()
    again = results(30)
    assert [one.outputs for one in again[:20]] == [one.outputs for one in first]
    assert all(model.asked[prompt] == 1 for prompt in asked)
    assert len(model.asked) == 60
