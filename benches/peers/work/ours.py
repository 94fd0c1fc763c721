"""The work in chaindsl: a chain that keeps a key for each step, validated, metered and traced."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from chaindsl import Flow, Text, chain, renamed, step
from chaindsl.store.sqlite import SqliteStore

Once = Callable[[], object]
LOOP = asyncio.Runner()


@step(writes="text")
def same(text: str) -> str:
    return text


@step(writes="text")
async def awaited(text: str) -> str:
    await asyncio.sleep(0.01)
    return text


@step(writes="done", each="items", limit=1_000, workers=16)
def wait(item: str) -> str:
    time.sleep(0.01)
    return item


@step(writes="items")
def listed(text: Text) -> list[str]:
    return [text] * 100


def line(one: Callable[..., object], length: int, **inputs: type) -> Flow:
    parts = [renamed(one, name=f"s{n}", reads={"text": f"k{n}"}, writes=f"k{n + 1}") for n in range(length)]
    return chain("bench", *parts, inputs={"k0": str, **inputs})


def steps(length: int, big: str) -> dict[str, Once]:
    runner = line(same, length, big=str).bind()
    return {"chaindsl": lambda: runner.run({"k0": "x", "big": big})}


def fan() -> Once:
    runner = chain("fan", listed, wait, inputs={"text": Text}).bind()
    return lambda: runner.run({"text": "x"})["done"]


def durable(length: int, folder: Path) -> Once:
    runner = line(same, length).bind().configured(store=SqliteStore(folder / "ours.db"))
    return lambda: runner.start({"k0": "x"})


def crowd(runs: int, length: int) -> Once:
    runner = line(awaited, length).bind()

    async def all_of_them() -> object:
        return await asyncio.gather(*(runner.arun({"k0": "x"}) for _ in range(runs)))

    return lambda: LOOP.run(all_of_them())
