"""A run as its caller sees it: values, checked access, spending, errors that carry it."""

import pickle
import threading
from dataclasses import dataclass
from typing import Any

import pytest

from chaindsl.errors import ChainDslError
from chaindsl.graph.encode import shape_hash
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.runtime.failure import StepFailed
from chaindsl.runtime.run import MissingValue, WrongType
from chaindsl.trace.details import ABSENT
from chaindsl.trace.keep import Serialised
from tests.runtime.world import World


@step(writes="numbers")
def numbers(text: str) -> list[int]:
    return [len(word) for word in text.split()]


@step(writes="total")
def total(numbers: list[int]) -> int:
    if not numbers:
        raise ValueError("nothing to add")
    return sum(numbers)


FLOW = chain("sums", numbers, total, inputs={"text": str})


def test_values_are_read_by_key_and_checked_when_a_type_is_asked_for() -> None:
    run = World().bind(FLOW).run({"text": "a bb"})
    assert (run["total"], run.get("total", int), run.get("numbers", list[int])) == (3, 3, [1, 2])
    assert "total" in run
    assert "totl" not in run
    with pytest.raises(WrongType, match="total is a int and not the str that was asked for") as wrong:
        run.get("total", str)
    assert isinstance(wrong.value, TypeError)
    with pytest.raises(MissingValue, match=r"no value under totl .*did you mean total\?") as missing:
        run["totl"]
    assert isinstance(missing.value, KeyError)
    assert isinstance(missing.value, ChainDslError)


def test_values_can_not_be_written_from_outside() -> None:
    run = World().bind(FLOW).run({"text": "a"})
    values: Any = run.values
    with pytest.raises(TypeError):
        values["total"] = 7


def test_a_run_names_its_flow_its_graph_and_its_stops() -> None:
    run = World().bind(FLOW).run({"text": "a"})
    assert (run.id, run.flow, run.graph, run.revision) == ("run-1", "sums", shape_hash(FLOW.graph), 1)
    assert repr(run) == "<run run-1 of sums: completed, end of chain>"


def test_an_error_is_one_line_that_names_the_place_and_survives_another_process() -> None:
    with pytest.raises(StepFailed) as caught:
        World().bind(FLOW).run({"text": ""})
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{__file__}:")
    assert "step total failed after 2 attempts: ValueError: nothing to add" in message
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), str(copy), copy.code) == (StepFailed, message, "step-failed")
    assert [record.error for record in copy.trace][1:] == ["ValueError: nothing to add"] * 2
    assert [record.to_data() for record in copy.trace] == [record.to_data() for record in caught.value.trace]


def test_what_can_not_be_copied_to_another_process_does_not_keep_the_rest_from_it() -> None:
    @dataclass(frozen=True)
    class Point:
        x: int

    @step(writes="lock")
    def lock(point: Point) -> object:
        return threading.Lock()

    @step(writes="secret", max_attempts=1)
    def fail(lock: object) -> str:
        raise ValueError("no")

    flow = chain("local", lock, fail, inputs={"point": Point})
    runner = World().bind(flow).configured(redact=["secret"])
    with pytest.raises(StepFailed) as caught:
        runner.run({"point": Point(3)})
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (repr(copy.run["point"]), copy.run.get("lock", Serialised).whole) == ('{"x":3}', True)
    assert [repr(record) for record in copy.trace] == [repr(record) for record in caught.value.trace]
    assert copy.trace[1].output is ABSENT
    assert copy.trace[1].reads["lock"] == copy.run["lock"]
