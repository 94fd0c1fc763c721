"""The work in Hamilton: functions named after what they give, in a module that is written for the occasion."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

import asyncio
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

from hamilton import ad_hoc_utils, async_driver, driver
from hamilton.execution import executors
from hamilton.htypes import Collect, Parallelizable

Once = Callable[[], object]
LOOP = asyncio.Runner()


def item(text: str) -> Parallelizable[str]:
    yield from [text] * 100


def waited(item: str) -> str:
    time.sleep(0.01)
    return item


def done(waited: Collect[str]) -> list[str]:
    return list(waited)


def same(number: int) -> Callable[[str], str]:
    return written(number, f"def k{number + 1}(k{number}: str) -> str:\n    return k{number}\n")


def awaited(number: int) -> Callable[[str], str]:
    head = f"async def k{number + 1}(k{number}: str) -> str:\n"
    return written(number, f"{head}    await asyncio.sleep(0.01)\n    return k{number}\n")


def written(number: int, source: str) -> Callable[[str], str]:
    names: dict[str, Any] = {"asyncio": asyncio}
    exec(source, names)  # noqa: S102 - Hamilton takes the graph from the names of parameters
    return names[f"k{number + 1}"]


def module(*functions: Callable[..., object]) -> ModuleType:
    return ad_hoc_utils.create_temporary_module(*functions)


def steps(length: int, big: str) -> dict[str, Once]:
    built = driver.Builder().with_modules(module(*(same(n) for n in range(length)))).build()
    return {"Hamilton": lambda: built.execute([f"k{length}"], inputs={"k0": "x", "big": big})}


def fan() -> Once:
    built = (
        driver.Builder()
        .with_modules(module(item, waited, done))
        .enable_dynamic_execution(allow_experimental_mode=True)
        .with_remote_executor(executors.MultiThreadingExecutor(max_tasks=16))
        .build()
    )
    return lambda: built.execute(["done"], inputs={"text": "x"})["done"]


def crowd(runs: int, length: int) -> Once:
    built = async_driver.AsyncDriver({}, module(*(awaited(n) for n in range(length))))

    async def all_of_them() -> object:
        await built.ainit()
        return await asyncio.gather(*(built.execute([f"k{length}"], inputs={"k0": "x"}) for _ in range(runs)))

    return lambda: LOOP.run(all_of_them())
