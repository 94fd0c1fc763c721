"""Flows whose model's server misbehaves: each way ends as one error, in time, and with no connection left open."""

import asyncio
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from chaindsl import AsyncComplete, Budget, BudgetExceeded, Complete, Flow, StepFailed, Text, chain, step
from chaindsl.models.failure import ModelError
from chaindsl.models.http import AsyncOpenAICompatible, OpenAICompatible
from chaindsl.models.passing import PASSING, asked_wait
from tests.models.server import (
    Reply,
    Server,
    chat,
    cut,
    dripping,
    dripping_headers,
    reply,
    reset,
    silent,
    stalled,
)

BUSY = reply({"error": "busy"}, 503)
NEVER_ENDING = {
    "silent": silent,
    "dripping": dripping,
    "dripping_headers": dripping_headers,
    "stalled": stalled(b'{"choices"'),
}
ENOUGH = 30.0
"""Seconds that no client here may wait for; they would, if it did not know its run's budget."""


def flow(asynchronous: bool = False, timeout: float | None = None, seconds: float | None = None) -> Flow:
    options: dict[str, Any] = {} if timeout is None else {"timeout": timeout}
    if asynchronous:

        @step(writes="answer", **options, max_attempts=1)
        async def ask(question: Text, *, complete: AsyncComplete) -> Text:
            return await complete(question)

        body = ask
    else:

        @step(writes="answer", **options, max_attempts=1)
        def ask(question: Text, *, complete: Complete) -> Text:
            return complete(question)

        body = ask
    return chain("asking", body, inputs={"question": Text}, budget=Budget(seconds=seconds, calls=3))


QUESTION = {"question": "why?"}


@pytest.mark.parametrize("passing", [BUSY, reply({"error": "busy"}, 429, Retry_After="0"), reset, cut(b'{"choices"')])
def test_what_passes_is_asked_again(server: Server, passing: Reply) -> None:
    server.replies = [passing, passing, chat("at last")]
    with OpenAICompatible(server.url, "tiny") as model:
        assert model("hello") == "at last"
    assert len(server.seen) == 3


@pytest.mark.parametrize("status", sorted(PASSING))
def test_what_does_not_pass_in_three_is_an_error(server: Server, status: int) -> None:
    server.replies = [reply({"error": "busy"}, status)]
    with OpenAICompatible(server.url, "tiny") as model, pytest.raises(ModelError) as caught:
        model("hello")
    assert (caught.value.code, caught.value.status, len(server.seen)) == ("model-refused", status, 3)


@pytest.mark.parametrize("lasting", [reply({"error": "no"}, 401), reply(b"{"), reply([]), reply({"error": "x"})])
def test_what_lasts_is_asked_once(server: Server, lasting: Reply) -> None:
    server.replies = [lasting]
    with OpenAICompatible(server.url, "tiny") as model, pytest.raises(ModelError):
        model("hello")
    assert len(server.seen) == 1


def test_a_pause_is_as_long_as_the_server_asks(server: Server) -> None:
    server.replies = [reply({"error": "busy"}, 429, Retry_After="1"), chat("rested")]
    began = time.monotonic()
    with OpenAICompatible(server.url, "tiny") as model:
        assert model("hello") == "rested"
    assert time.monotonic() - began >= 1.0


@pytest.mark.parametrize("asynchronous", [False, True])
def test_no_pause_goes_beyond_the_budget(server: Server, asynchronous: bool) -> None:
    server.replies = [reply({"error": "busy"}, 429, Retry_After="20")]
    model = (AsyncOpenAICompatible if asynchronous else OpenAICompatible)(server.url, "tiny")
    with pytest.raises(StepFailed, match="answered 429 for tiny: busy"):
        flow(asynchronous, seconds=10).run(QUESTION, complete=model)
    assert len(server.seen) == 1


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("how", NEVER_ENDING)
def test_what_never_ends_ends_at_the_budget(server: Server, how: str, asynchronous: bool) -> None:
    server.replies = [NEVER_ENDING[how]]
    model = (AsyncOpenAICompatible if asynchronous else OpenAICompatible)(server.url, "tiny", timeout=ENOUGH)
    began = time.monotonic()
    with pytest.raises(BudgetExceeded) as caught:
        flow(asynchronous, seconds=0.3).run(QUESTION, complete=model)
    assert (caught.value.what, caught.value.limit) == ("seconds", 0.3)
    assert time.monotonic() - began < ENOUGH
    assert isinstance(caught.value.__context__, ModelError)
    assert server.all_closed()


@pytest.mark.parametrize("asynchronous", [False, True])
def test_a_batch_whose_model_never_answers_ends_at_its_budget(server: Server, asynchronous: bool) -> None:
    server.replies = [silent]
    model = (AsyncOpenAICompatible if asynchronous else OpenAICompatible)(server.url, "tiny", timeout=ENOUGH)
    batch = flow(asynchronous).bind(complete=model).batch(workers=4, budget=Budget(seconds=0.5))
    began = time.monotonic()
    assert list(batch.results((n, str(n), QUESTION) for n in range(50))) == []
    assert time.monotonic() - began < ENOUGH
    assert batch.stopped == "the budget of the batch is used up"
    assert server.connected >= 1
    assert server.all_closed()


async def test_many_runs_at_once_end_at_the_budget(server: Server) -> None:
    server.replies = [silent]
    runner = flow(True, seconds=0.3).bind(complete=AsyncOpenAICompatible(server.url, "tiny", timeout=ENOUGH))
    found = await asyncio.gather(*(runner.arun(QUESTION) for _ in range(5)), return_exceptions=True)
    assert [type(one) for one in found] == [BudgetExceeded] * 5
    assert await asyncio.to_thread(server.all_closed)


def test_a_plain_step_that_awaits_its_model_ends_at_the_budget(server: Server) -> None:
    server.replies = [silent]
    with pytest.raises(BudgetExceeded):
        flow(seconds=0.3).run(QUESTION, complete=AsyncOpenAICompatible(server.url, "tiny", timeout=ENOUGH))
    assert server.all_closed()


@pytest.mark.parametrize("asynchronous_model", [False, True])
@pytest.mark.parametrize("asynchronous", [False, True])
def test_a_step_that_is_out_of_time_leaves_no_connection_open(
    server: Server, asynchronous: bool, asynchronous_model: bool
) -> None:
    server.replies = [silent]
    model = (AsyncOpenAICompatible if asynchronous_model else OpenAICompatible)(server.url, "tiny", timeout=ENOUGH)
    with pytest.raises(StepFailed, match=r"ask took longer than its 0\.2 s"):
        flow(asynchronous, timeout=0.2).run(QUESTION, complete=model)
    assert server.connected == 1
    assert server.all_closed()


@pytest.mark.parametrize("asynchronous_model", [False, True])
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_cancelled_run_leaves_no_connection_open(
    server: Server, asynchronous: bool, asynchronous_model: bool
) -> None:
    server.replies = [silent]
    model = (AsyncOpenAICompatible if asynchronous_model else OpenAICompatible)(server.url, "tiny", timeout=ENOUGH)
    task = asyncio.create_task(flow(asynchronous).arun(QUESTION, complete=model))
    while not server.seen:
        await asyncio.sleep(0.01)
    assert server.open == 1
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(server.all_closed)


def test_calls_one_after_another_share_a_connection(server: Server) -> None:
    server.replies = [chat("ok")]
    with OpenAICompatible(server.url, "tiny") as model:
        assert [model(str(n)) for n in range(5)] == ["ok"] * 5
        assert (server.connected, server.open) == (1, 1)
    assert server.all_closed()


def test_a_call_in_another_thread_ends_with_the_client(server: Server) -> None:
    server.replies = [silent]
    model = OpenAICompatible(server.url, "tiny", timeout=ENOUGH)
    told: list[str | None] = []

    def ask() -> None:
        try:
            model("hello")
        except ModelError as error:
            told.append(error.issue.message)

    thread = threading.Thread(target=ask)
    thread.start()
    while not server.seen:
        time.sleep(0.01)
    model.close()
    thread.join(ENOUGH)
    assert told == [f"{model!r} was closed while it was asked"]
    assert server.all_closed()


@pytest.mark.parametrize(
    ("header", "seconds"), [("17", 17.0), ("0", 0.0), (" 3 ", 3.0), ("", None), ("-1", None), ("soon", None)]
)
def test_the_seconds_that_a_server_asks_for(header: str, seconds: float | None) -> None:
    assert asked_wait(header) == seconds


@pytest.mark.parametrize(("after", "seconds"), [(90, 90.0), (-90, 0.0)])
def test_the_date_that_a_server_asks_for(after: int, seconds: float) -> None:
    now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    assert asked_wait(format_datetime(now + timedelta(seconds=after), usegmt=True), now) == seconds
