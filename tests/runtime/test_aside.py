"""Plain models in steps that await them: asked in threads, so that the event loop goes on, and given up in time."""

import asyncio
import contextvars
import threading
import time
from typing import Any

import pytest

from chaindsl.graph.budget import Budget
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.step import step
from chaindsl.runtime import aside
from chaindsl.runtime.failure import BudgetExceeded, StepFailed
from chaindsl.runtime.run import Run
from chaindsl.testing import ScriptedModel
from chaindsl.vocabulary.model import AsyncComplete, Complete, Completion, Usage
from chaindsl.vocabulary.typed import AsyncTypedComplete

ENOUGH = 30.0
"""Seconds that no call here may wait for."""
BOTH = pytest.mark.parametrize("asynchronous", [False, True])


@step(writes="answer")
async def ask(word: str, *, complete: AsyncComplete) -> str:
    return await complete(word)


def asking(body: Any = ask, **budget: Any) -> Flow:
    return chain("asking", body, inputs={"word": str}, budget=Budget(**budget) if budget else None)


def run(flow: Flow, asynchronous: bool, complete: object) -> Run:
    if asynchronous:
        return asyncio.run(flow.arun({"word": "w"}, complete=complete))
    return flow.run({"word": "w"}, complete=complete)


@BOTH
def test_calls_side_by_side_do_not_wait_for_each_other(asynchronous: bool) -> None:
    together = threading.Barrier(3)

    @step(writes="answers", max_calls=3)
    async def gathered(word: str, *, complete: AsyncComplete) -> list[str]:
        return list(await asyncio.gather(*(complete(f"{word}{n}") for n in range(3))))

    def model(prompt: str) -> str:
        together.wait(ENOUGH)
        return prompt.upper()

    done = run(asking(gathered), asynchronous, model)
    assert done["answers"] == ["W0", "W1", "W2"]
    assert sorted(call.sent or "" for call in done.trace[0].details.calls) == ["w0", "w1", "w2"]


async def test_the_loop_goes_on_meanwhile() -> None:
    asked, go_on = threading.Event(), threading.Event()

    def model(prompt: str) -> str:
        asked.set()
        return "late" if go_on.wait(ENOUGH) else "never"

    pending = asyncio.create_task(asking().arun({"word": "w"}, complete=model))
    while not asked.is_set():
        await asyncio.sleep(0.001)
    go_on.set()
    assert (await pending)["answer"] == "late"


@BOTH
def test_a_model_is_asked_in_the_context_of_the_run(asynchronous: bool) -> None:
    name: contextvars.ContextVar[str] = contextvars.ContextVar("name", default="nobody")
    name.set("caller")
    assert run(asking(), asynchronous, lambda prompt: name.get())["answer"] == "caller"


@BOTH
@pytest.mark.parametrize("limit", ["budget", "timeout"])
def test_a_model_that_never_answers_is_given_up_in_time(asynchronous: bool, limit: str) -> None:
    release, ended = threading.Event(), threading.Event()

    options: dict[str, Any] = {"timeout": 0.1} if limit == "timeout" else {}

    @step(writes="answer", **options, max_attempts=1)
    async def patient(word: str, *, complete: AsyncComplete) -> str:
        return await complete(word)

    def model(prompt: str) -> str:
        release.wait(ENOUGH)
        ended.set()
        return Completion("too late", usage=Usage(5, 5))

    flow = asking(patient, **({"seconds": 0.1, "tokens": 100} if limit == "budget" else {"tokens": 100}))
    began = time.monotonic()
    with pytest.raises(BudgetExceeded if limit == "budget" else StepFailed) as caught:
        run(flow, asynchronous, model)
    assert time.monotonic() - began < ENOUGH
    failed = caught.value.run
    assert failed is not None
    before = [record.to_data() for record in failed.trace], failed.spent
    assert [len(record.details.calls) for record in failed.trace] == [1]
    release.set()
    assert ended.wait(ENOUGH)
    time.sleep(0.05)
    assert ([record.to_data() for record in failed.trace], failed.spent) == before
    assert failed.spent.tokens == 0


@BOTH
def test_an_awaited_model_that_never_answers_ends_at_the_budget_too(asynchronous: bool) -> None:
    async def model(prompt: str) -> str:
        await asyncio.sleep(ENOUGH)
        return "never"

    began = time.monotonic()
    with pytest.raises(BudgetExceeded):
        run(asking(seconds=0.1), asynchronous, model)
    assert time.monotonic() - began < ENOUGH


@BOTH
def test_what_a_plain_function_returns_may_be_awaited(asynchronous: bool) -> None:
    async def asked(prompt: str) -> str:
        await asyncio.sleep(0)
        return prompt * 2

    def plain(prompt: str) -> Any:
        return asked(prompt)

    assert run(asking(), asynchronous, plain)["answer"] == "ww"


@BOTH
def test_errors_and_values_of_a_type_come_as_from_any_model(asynchronous: bool) -> None:
    @step(writes="number", max_calls=2, max_attempts=1)
    async def number(word: str, *, complete: AsyncTypedComplete) -> int:
        return await complete.typed(word, int)

    answers = iter(["none", "7"])
    assert run(asking(number), asynchronous, lambda prompt: next(answers))["number"] == 7

    def broken(prompt: str) -> str:
        raise OSError("no line")

    with pytest.raises(StepFailed, match="no line"):
        run(asking(number), asynchronous, broken)


@BOTH
def test_where_an_answer_is_used_as_it_is_a_model_is_asked_in_place(asynchronous: bool) -> None:
    @step(writes="answer", max_calls=2)
    async def plain(word: str, *, complete: Complete, either: Complete | AsyncComplete) -> str:
        return complete(word).upper() + str(either(word))

    threads: set[int] = set()

    @step(writes="thread")
    async def here(word: str) -> int:
        return threading.get_ident()

    def model(prompt: str) -> str:
        threads.add(threading.get_ident())
        return prompt

    flow = chain("asking", here, plain, inputs={"word": str})
    runner = flow.bind(complete=model, either=model)
    done = asyncio.run(runner.arun({"word": "w"})) if asynchronous else runner.run({"word": "w"})
    assert (done["answer"], threads) == ("Ww", {done["thread"]})


@BOTH
def test_a_model_that_answers_at_once_is_asked_in_order(asynchronous: bool) -> None:
    @step(writes="answers", max_calls=3)
    async def gathered(word: str, *, complete: AsyncComplete) -> list[str]:
        return list(await asyncio.gather(*(complete(f"{word}{n}") for n in range(3))))

    assert run(asking(gathered), asynchronous, ScriptedModel(["a", "b", "c"]))["answers"] == ["a", "b", "c"]


async def test_runs_share_the_threads_beside_their_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "MOST", 3)
    names: set[str] = set()
    at_once = most = 0
    lock = threading.Lock()

    def model(prompt: str) -> str:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
            names.add(threading.current_thread().name)
        time.sleep(0.005)
        with lock:
            at_once -= 1
        return prompt

    runner = asking().bind(complete=model)
    done = await asyncio.gather(*(runner.arun({"word": str(n)}) for n in range(20)))
    assert [run["answer"] for run in done] == [str(n) for n in range(20)]
    assert (most, names) == (3, {"chaindsl-aside"})
    until_none_is_named("chaindsl-aside")


async def test_a_call_that_was_given_up_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "MOST", 1)
    asked, release = threading.Event(), threading.Event()

    def model(prompt: str) -> str:
        if prompt == "stuck":
            asked.set()
            release.wait(ENOUGH)
        return prompt

    stuck = asyncio.create_task(asking(seconds=0.2).arun({"word": "stuck"}, complete=model))
    while not asked.is_set():
        await asyncio.sleep(0.001)
    waiting = asyncio.create_task(asking().arun({"word": "next"}, complete=model))
    with pytest.raises(BudgetExceeded):
        await stuck
    assert (await waiting)["answer"] == "next"
    release.set()
    until_none_is_named("chaindsl-aside")


def until_none_is_named(name: str) -> None:
    ends = time.monotonic() + ENOUGH
    while any(thread.name == name for thread in threading.enumerate()):
        assert time.monotonic() < ends
        time.sleep(0.002)
