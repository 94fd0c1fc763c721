"""The work in Burr: an application built once that goes round, and a map of states on threads."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

import asyncio
import itertools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from burr.core import ApplicationBuilder, State, action
from burr.core.parallelism import MapStates
from burr.core.persistence import SQLitePersister

Once = Callable[[], object]
LOOP = asyncio.Runner()


@action(reads=["text"], writes=["text"])
def same(state: State) -> State:
    return state.update(text=state["text"])


@action(reads=["text"], writes=["text"])
async def awaited(state: State) -> State:
    await asyncio.sleep(0.01)
    return state.update(text=state["text"])


@action(reads=["item"], writes=["result"])
def wait(state: State) -> State:
    time.sleep(0.01)
    return state.update(result=state["item"])


class Wait(MapStates):
    """Waits once for every item."""

    def action(self, state: State, inputs: dict[str, Any]) -> Any:
        return wait

    def states(self, state: State, context: Any, inputs: dict[str, Any]) -> Iterator[State]:
        for item in state["items"]:
            yield state.update(item=item)

    def reduce(self, state: State, states: Iterator[State]) -> State:
        return state.update(done=[one["result"] for one in states])

    @property
    def reads(self) -> list[str]:
        return ["items"]

    @property
    def writes(self) -> list[str]:
        return ["done"]


def line(one: Any, length: int, **values: str) -> ApplicationBuilder:
    names = [f"s{n}" for n in range(length)]
    return (
        ApplicationBuilder()
        .with_actions(**dict.fromkeys(names, one))
        .with_transitions(*zip(names, [*names[1:], names[0]], strict=True))
        .with_state(text="x", **values)
        .with_entrypoint(names[0])
    )


def steps(length: int, big: str) -> dict[str, Once]:
    application = line(same, length, big=big).build()
    return {"Burr": lambda: application.run(halt_after=[f"s{length - 1}"])}


def fan() -> Once:
    application = (
        ApplicationBuilder()
        .with_actions(wait=Wait())
        .with_transitions(("wait", "wait"))
        .with_state(items=["x"] * 100)
        .with_entrypoint("wait")
        .with_parallel_executor(lambda: ThreadPoolExecutor(max_workers=16))
        .build()
    )
    return lambda: application.run(halt_after=["wait"])[2]["done"]


def durable(length: int, folder: Path) -> Once:
    persister, numbers = SQLitePersister(str(folder / "burr.db")), itertools.count()
    persister.initialize()

    def once() -> object:
        named = line(same, length).with_identifiers(app_id=str(next(numbers)))
        return named.with_state_persister(persister).build().run(halt_after=[f"s{length - 1}"])

    return once


def crowd(runs: int, length: int) -> Once:
    applications = [line(awaited, length).build() for _ in range(runs)]

    async def all_of_them() -> object:
        return await asyncio.gather(*(one.arun(halt_after=[f"s{length - 1}"]) for one in applications))

    return lambda: LOOP.run(all_of_them())
