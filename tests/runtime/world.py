"""A world for runs in tests: a clock that moves only when told, and models that answer from a list."""

import asyncio
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from chaindsl.language.flow import Flow
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.run import Run
from chaindsl.runtime.runner import Runner
from chaindsl.trace.record import Record


class World:
    """Time is what `now` says; sleeping moves it on and is noted in `slept`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []
        self._ids = count(1)
        self.environment = Environment(
            clock=lambda: self.now, sleep=self.sleep, asleep=self.asleep, new_id=lambda: f"run-{next(self._ids)}"
        )

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    async def asleep(self, seconds: float) -> None:
        self.sleep(seconds)
        await asyncio.sleep(0)

    def pass_time(self, seconds: float) -> None:
        self.now += seconds

    def bind(self, flow: Flow, **tools: Any) -> Runner:
        return Runner(flow.definition, tools, environment=self.environment)


class Script:
    """A model that answers from a list, in order, and notes what it was asked; an exception in the list is raised."""

    def __init__(self, *answers: str | Exception) -> None:
        self.answers = list(answers)
        self.prompts: list[str] = []

    def __call__(self, prompt: str, /) -> str:
        self.prompts.append(str(prompt))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def lines(records: Iterable[Record]) -> list[str]:
    """Every record as one line: path, item, attempt, and how it ended."""
    return [line(record) for record in records]


def line(record: Record) -> str:
    item = "" if record.item is None else f"[{record.item}]"
    return f"{record.path}{item} {record.attempt} {ending(record)}"


def ending(record: Record) -> str:
    details = record.details
    if details.fallback:
        return f"fallback {record.output!r}"
    if not record.ok:
        return f"rejected: {record.message}" if record.message else f"failed: {record.error}"
    return "ok"


def both(flow: Flow, values: dict[str, Any], tools: Callable[[], dict[str, Any]] = dict) -> tuple[Run, Run]:
    """The same flow, run by each driver."""
    return (
        World().bind(flow, **tools()).run(values),
        asyncio.run(World().bind(flow, **tools()).arun(values)),
    )


def plainly(runner: Runner, values: dict[str, Any]) -> Run:
    return runner.run(values)


def on_a_loop(runner: Runner, values: dict[str, Any]) -> Run:
    return asyncio.run(runner.arun(values))


BOTH = (plainly, on_a_loop)
