"""Many runs at once on one event loop: none is lost, and each leaves little behind for the garbage collector."""

import asyncio
import functools
import gc
from collections import Counter
from collections.abc import Awaitable

import pytest

from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.step import step
from chaindsl.runtime.awaited import inert
from chaindsl.runtime.run import Run
from chaindsl.vocabulary.chunks import CHUNKS
from chaindsl.vocabulary.model import AsyncComplete
from chaindsl.vocabulary.patience import PATIENCE

STEPS = 10
RUNS = 300
MOST = 25
"""Objects of one finished run that the collector goes through: its records, and what holds them."""


def ten_steps() -> Flow:
    def made(number: int) -> object:
        @step(writes=f"k{number}", name=f"s{number}")
        async def ask(question: str, *, complete: AsyncComplete) -> str:
            return await complete(f"{number}: {question}")

        return ask

    return chain("ten", *[made(number) for number in range(STEPS)], inputs={"question": str})  # type: ignore[arg-type]


async def model(prompt: str, /) -> str:
    await asyncio.sleep(0.001)
    return f"an answer to {prompt}"


async def side_by_side(runs: int) -> list[Run]:
    runner = ten_steps().bind(complete=model)
    return await asyncio.gather(*(runner.arun({"question": str(number)}) for number in range(runs)))


def test_no_run_is_lost_and_none_gets_anothers_answers() -> None:
    runs = asyncio.run(side_by_side(RUNS))
    assert Counter(run.status for run in runs) == {"completed": RUNS}
    for number, run in enumerate(runs):
        assert [record.output for record in run.trace] == [f"an answer to {s}: {number}" for s in range(STEPS)]
        assert [record.model_calls[0].sent for record in run.trace] == [f"{s}: {number}" for s in range(STEPS)]


def test_a_finished_run_is_few_objects_for_the_garbage_collector() -> None:
    asyncio.run(side_by_side(2))
    gc.collect()
    before = len(gc.get_objects())
    runs = asyncio.run(side_by_side(RUNS))
    gc.collect()
    assert (len(gc.get_objects()) - before) / len(runs) <= MOST


class Called:
    async def __call__(self, prompt: str, /) -> str:
        return prompt


class Handing:
    def __call__(self, prompt: str, /) -> Awaitable[str]:
        return model(prompt)


def wrapped(prompt: str, /) -> Awaitable[str]:
    return model(prompt)


@functools.wraps(model)
def decorated(prompt: str, /) -> Awaitable[str]:
    return model(prompt)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        pytest.param(model, True, id="async def"),
        pytest.param(Called(), True, id="object with an async call"),
        pytest.param(Called().__call__, True, id="its method"),
        pytest.param(Handing(), False, id="object that hands out an awaitable"),
        pytest.param(decorated, False, id="decorated"),
        pytest.param(wrapped, False, id="def that hands out an awaitable"),
        pytest.param(len, False, id="builtin"),
    ],
)
def test_only_what_makes_a_coroutine_is_inert(function: object, expected: bool) -> None:
    assert inert(function) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize("way", [pytest.param(False, id="async def"), pytest.param(True, id="def")])
def test_a_model_knows_its_callers_patience_only_while_it_is_called(way: bool) -> None:
    seen: list[object] = []

    async def looking(prompt: str, /) -> str:
        seen.append(PATIENCE.get() is not None)
        return prompt

    def handing(prompt: str, /) -> Awaitable[str]:
        seen.append(PATIENCE.get() is not None)
        return looking(prompt)

    @step(writes="answer")
    async def ask(question: str, *, complete: AsyncComplete) -> str:
        found = await complete(question)
        seen.append((PATIENCE.get(), CHUNKS.get()))
        return found

    runner = chain("asked", ask, inputs={"question": str}).bind(complete=handing if way else looking)
    assert asyncio.run(runner.arun({"question": "q"}))["answer"] == "q"
    assert seen == [*([True] * (1 + way)), (None, None)]
