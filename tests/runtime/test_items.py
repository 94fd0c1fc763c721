"""Steps for each item: order, limits, retries of what failed only, going on where a run stopped."""

import asyncio
import threading
from typing import Annotated

import pytest

from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.runtime.failure import NoList, StepFailed, TooMany
from chaindsl.vocabulary.model import Complete
from chaindsl.vocabulary.text import Len, Text
from tests.runtime.world import Script, World, both, lines


@step(writes="notes", each="chunks", limit=3)
def note(chunk: str, question: str, *, complete: Complete) -> Text:
    return complete(f"{question}: {chunk}")


NOTES = chain("notes", note, inputs={"chunks": list[str], "question": str})


def test_results_come_in_the_order_of_the_items() -> None:
    model = Script("one", "two", "three")
    run = World().bind(NOTES, complete=model).run({"chunks": ["a", "b", "c"], "question": "q"})
    assert run["notes"] == ["one", "two", "three"]
    assert model.prompts == ["q: a", "q: b", "q: c"]
    assert lines(run.trace) == ["notes/note[0] 1 ok", "notes/note[1] 1 ok", "notes/note[2] 1 ok", "notes/note 1 ok"]
    assert run.trace[1].reads == {"chunk": "b", "question": "q"}
    assert run.trace[3].to_data()["output"] == ["one", "two", "three"]


def test_a_longer_list_is_cut_and_the_record_says_how_many_were_dropped() -> None:
    run = World().bind(NOTES, complete=Script(*"abc")).run({"chunks": list("vwxyz"), "question": "q"})
    assert run["notes"] == ["a", "b", "c"]
    assert (run.trace[-1].details.items, run.trace[-1].details.dropped) == (3, 2)


def test_a_longer_list_fails_where_the_author_says_so() -> None:
    @step(writes="notes", each="chunks", limit=2, overflow="fail")
    def strict(chunk: str) -> str:
        return chunk

    flow = chain("strict", strict, inputs={"chunks": list[str]})
    with pytest.raises(TooMany, match="at most 2 items, and chunks has 3"):
        World().bind(flow).run({"chunks": list("abc")})


def test_an_empty_list_makes_an_empty_list_and_still_leaves_a_record() -> None:
    run = World().bind(NOTES, complete=Script()).run({"chunks": [], "question": "q"})
    assert run["notes"] == []
    assert lines(run.trace) == ["notes/note 1 ok"]


def test_only_the_item_that_failed_is_tried_again() -> None:
    model = Script("one", OSError("cut"), "two", "three")
    run = World().bind(NOTES, complete=model).run({"chunks": list("abc"), "question": "q"})
    assert run["notes"] == ["one", "two", "three"]
    assert model.prompts == ["q: a", "q: b", "q: b", "q: c"]
    assert run.spent.calls == 4


def test_a_run_goes_on_with_the_item_that_failed() -> None:
    model = Script("one", OSError("x"), OSError("y"), "two", "three")
    runner = World().bind(NOTES, complete=model)
    with pytest.raises(StepFailed) as caught:
        runner.run({"chunks": list("abc"), "question": "q"})
    run = runner.retry(caught.value.run)
    assert run["notes"] == ["one", "two", "three"]
    assert lines(run.trace) == [
        "notes/note[0] 1 ok",
        "notes/note[1] 1 failed: OSError: x",
        "notes/note[1] 2 failed: OSError: y",
        "notes/note[1] 3 ok",
        "notes/note[2] 1 ok",
        "notes/note 1 ok",
    ]


@pytest.mark.parametrize("value", ["text", 7, {"a": 1}])
def test_only_lists_have_items(value: object) -> None:
    @step(writes="made")
    def make() -> object:
        return value

    @step(writes="notes", each="made")
    def strict(chunk: str) -> str:
        return chunk

    with pytest.raises(NoList, match=f"which is a {type(value).__name__}"):
        World().bind(chain("lists", make, strict)).run({})


def test_the_length_that_a_type_promises_is_enforced_on_write() -> None:
    @step(writes="parts", max_attempts=1)
    def split(text: str) -> Annotated[list[str], Len(1, 2)]:
        return text.split()

    flow = chain("split", split, inputs={"text": str})
    with pytest.raises(StepFailed, match="at most 2 items"):
        World().bind(flow).run({"text": "a b c"})


def test_workers_run_side_by_side_with_the_same_trace_from_both_drivers() -> None:
    together = threading.Barrier(3, timeout=10)

    @step(writes="made", each="numbers", workers=3)
    def plain(number: int) -> int:
        together.wait()
        return number * 2

    flow = chain("wide", plain, inputs={"numbers": list[int]})
    one, other = both(flow, {"numbers": [1, 2, 3]})
    assert one["made"] == other["made"] == [2, 4, 6]
    assert sorted(lines(one.trace)) == sorted(lines(other.trace))


def test_asynchronous_workers_run_side_by_side_under_both_drivers() -> None:
    arrived: list[int] = []

    @step(writes="made", each="numbers", workers=3)
    async def meet(number: int) -> int:
        arrived.append(number)
        while len(arrived) % 3:
            await asyncio.sleep(0)
        return number * 2

    one, other = both(chain("wide", meet, inputs={"numbers": list[int]}), {"numbers": [1, 2, 3]})
    assert one["made"] == other["made"] == [2, 4, 6]


def test_no_more_workers_than_said() -> None:
    running, most, lock = 0, 0, threading.Lock()

    @step(writes="made", each="numbers", workers=2)
    def count(number: int) -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        threading.Event().wait(0.002)
        with lock:
            running -= 1
        return number

    both(chain("narrow", count, inputs={"numbers": list[int]}), {"numbers": list(range(8))})
    assert most == 2


def test_after_a_failure_no_other_item_is_started_and_finished_ones_are_kept() -> None:
    started: list[int] = []
    broken = True

    @step(writes="made", each="numbers", workers=2, max_attempts=1)
    def pick(number: int) -> int:
        started.append(number)
        if number == 1 and broken:
            raise OSError("broken")
        return number

    runner = World().bind(chain("failing", pick, inputs={"numbers": list[int]}))
    with pytest.raises(StepFailed) as caught:
        runner.run({"numbers": list(range(50))})
    assert 1 in started
    assert len(started) < 50
    before = list(started)
    broken = False
    run = runner.retry(caught.value.run)
    assert run["made"] == list(range(50))
    assert sorted(started) == sorted([1, *range(50)])
    assert started[: len(before)] == before
