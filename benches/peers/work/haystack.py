"""The work in Haystack: a pipeline of components, each connected to the next."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

import asyncio
import itertools
import time
from collections.abc import Callable

from haystack import Pipeline, component

Once = Callable[[], object]
LOOP = asyncio.Runner()


@component
class Same:
    """Gives what it is given."""

    @component.output_types(text=str)
    def run(self, text: str, big: str = "") -> dict[str, str]:
        return {"text": text}


@component
class Wait:
    """Waits in a thread, as a component without a coroutine of its own does."""

    @component.output_types(text=str)
    def run(self, text: str) -> dict[str, str]:
        time.sleep(0.01)
        return {"text": text}


@component
class Awaited:
    """Waits on the event loop."""

    @component.output_types(text=str)
    def run(self, text: str) -> dict[str, str]:
        return {"text": text}

    @component.output_types(text=str)
    async def run_async(self, text: str) -> dict[str, str]:
        await asyncio.sleep(0.01)
        return {"text": text}


def line(made: Callable[[], object], length: int) -> Pipeline:
    pipeline = Pipeline(max_runs_per_component=length + 5)
    names = [f"s{n}" for n in range(length)]
    for name in names:
        pipeline.add_component(name, made())
    for source, target in itertools.pairwise(names):
        pipeline.connect(f"{source}.text", f"{target}.text")
    return pipeline


def steps(length: int, big: str) -> dict[str, Once]:
    pipeline = line(Same, length)
    return {"Haystack": lambda: pipeline.run({"s0": {"text": "x", "big": big}})}


def fan() -> Once:
    pipeline = Pipeline()
    names = [f"w{n}" for n in range(100)]
    for name in names:
        pipeline.add_component(name, Wait())
    given = {name: {"text": "x"} for name in names}

    def once() -> object:
        found = LOOP.run(pipeline.run_async(given, concurrency_limit=16))
        return [found[name]["text"] for name in names]

    return once


def crowd(runs: int, length: int) -> Once:
    pipeline = line(Awaited, length)

    async def all_of_them() -> object:
        return await asyncio.gather(*(pipeline.run_async({"s0": {"text": "x"}}) for _ in range(runs)))

    return lambda: LOOP.run(all_of_them())
