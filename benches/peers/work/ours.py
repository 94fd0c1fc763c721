"""The work in chaindsl: a chain that keeps a key for each step, validated, metered and traced."""

import time
from collections.abc import Callable

from chaindsl import Text, chain, renamed, step

Once = Callable[[], object]


@step(writes="text")
def same(text: str) -> str:
    return text


@step(writes="done", each="items", limit=1_000, workers=16)
def wait(item: str) -> str:
    time.sleep(0.01)
    return item


@step(writes="items")
def listed(text: Text) -> list[str]:
    return [text] * 100


def steps(length: int, big: str) -> dict[str, Once]:
    parts = [renamed(same, name=f"s{n}", reads={"text": f"k{n}"}, writes=f"k{n + 1}") for n in range(length)]
    runner = chain("bench", *parts, inputs={"k0": str, "big": str}).bind()
    return {"chaindsl": lambda: runner.run({"k0": "x", "big": big})}


def fan() -> Once:
    runner = chain("fan", listed, wait, inputs={"text": Text}).bind()
    return lambda: runner.run({"text": "x"})["done"]
