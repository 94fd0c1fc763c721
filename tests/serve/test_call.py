"""Blocking calls beside the protocol: what they tell on the way, and what happens when they take too long."""

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from chaindsl.errors import ChainDslError
from chaindsl.runtime.response import ChainStep, Response
from chaindsl.serve.call import followed, in_thread
from chaindsl.serve.session import OnStarted, OnStep
from tests.serve.process import eventually
from tests.serve.scripted import STEP, response

DONE = response("completed")


async def nobody(_: ChainStep) -> None: ...


async def test_a_call_returns_and_raises_as_it_would_here() -> None:
    assert await in_thread(lambda: threading.current_thread() is threading.main_thread()) is False
    with pytest.raises(ChainDslError, match="no such thing"):
        await in_thread(lambda: raising(ChainDslError("x", "no such thing")))


def raising(error: BaseException) -> Response:
    raise error


async def test_user_code_that_ends_the_program_ends_only_its_call(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(RuntimeError, match="SystemExit: 3"):
        await in_thread(lambda: raising(SystemExit(3)))
    assert caplog.messages == []


async def test_a_failure_that_nobody_waits_for_any_more_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    go_on = threading.Event()

    def work(_: OnStarted, __: OnStep) -> Response:
        go_on.wait(20)
        raise ChainDslError("fenced", "somebody else has the run")

    assert await followed(work, "r1", 0.01, nobody) == "r1"
    go_on.set()
    eventually(lambda: caplog.messages)
    assert caplog.messages == ["a call that was handed back failed: ChainDslError: somebody else has the run [fenced]"]


async def test_steps_are_heard_in_order_before_the_answer() -> None:
    heard: list[ChainStep] = []

    async def hear(step: ChainStep) -> None:
        heard.append(step)

    def work(started: OnStarted, step: OnStep) -> Response:
        started("r1")
        for _ in range(3):
            step(STEP)
        return DONE

    assert await followed(work, None, 20, hear) == DONE
    assert heard == [STEP] * 3


async def test_a_long_call_is_handed_back_by_its_run_and_goes_on() -> None:
    go_on, ended = threading.Event(), threading.Event()

    def work(started: OnStarted, _: OnStep) -> Response:
        started("r1")
        go_on.wait(20)
        ended.set()
        return DONE

    assert await followed(work, None, 0.05, nobody) == "r1"
    assert not ended.is_set()
    go_on.set()
    assert ended.wait(20)


async def test_without_an_id_it_is_waited_for() -> None:
    go_on = threading.Event()

    def work(started: OnStarted, _: OnStep) -> Response:
        time.sleep(0.1)
        started("r1")
        go_on.wait(20)
        return DONE

    assert await followed(work, None, 0.01, nobody) == "r1"
    go_on.set()


async def test_a_step_does_not_prolong_the_wait() -> None:
    stop = threading.Event()

    def work(started: OnStarted, step: OnStep) -> Response:
        started("r1")
        while not stop.wait(0.01):
            step(STEP)
        return DONE

    assert await followed(work, None, 0.1, nobody) == "r1"
    stop.set()


async def test_a_caller_that_gives_up_does_not_stop_the_call() -> None:
    go_on, ended = threading.Event(), threading.Event()

    def work(_: OnStarted, __: OnStep) -> Response:
        go_on.wait(20)
        ended.set()
        return DONE

    asked = asyncio.create_task(followed(work, "r1", 20, nobody))
    await asyncio.sleep(0.05)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    go_on.set()
    assert ended.wait(20)


def test_a_call_that_outlives_the_loop_hurts_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    go_on, told = threading.Event(), threading.Event()

    def work(started: OnStarted, step: OnStep) -> Response:
        started("r1")
        go_on.wait(20)
        step(STEP)
        told.set()
        return DONE

    assert asyncio.run(followed(work, None, 0.01, nobody)) == "r1"
    go_on.set()
    assert told.wait(20)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("count", [1, 40])
async def test_many_calls_at_once(count: int) -> None:
    barrier = threading.Barrier(count)

    def meeting(number: int) -> Callable[[], int]:
        return lambda: (barrier.wait(20), number)[1]

    assert await asyncio.gather(*(in_thread(meeting(number)) for number in range(count))) == list(range(count))
