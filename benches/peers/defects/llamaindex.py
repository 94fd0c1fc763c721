"""The mistakes in LlamaIndex Workflows. Building validates. Events wire the steps; their fields are the keys."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

import asyncio
from collections.abc import Callable
from typing import Any

from workflows import Context, Workflow, step
from workflows.events import Event, StartEvent, StopEvent

Run = Callable[[], object]


class Middle(Event):
    """Handed from the first step to the second."""

    text: str = "x"


class Other(Event):
    """Handed to nobody, or by nobody."""

    text: str = "x"


class Back(Event):
    """Handed back."""


class Typed(Event):
    """Has a field of a type."""

    number: int


async def finished(workflow: Workflow) -> object:
    return await workflow.run()


def runs(kind: type[Workflow]) -> Run:
    workflow = kind(timeout=5)
    workflow.validate()
    return lambda: asyncio.run(finished(workflow))


def unknown_target() -> Run:
    class Wrong(Workflow):
        @step
        async def first(self, event: StartEvent) -> Other | StopEvent:
            return Other()

    return runs(Wrong)


def unreachable_step() -> Run:
    class Wrong(Workflow):
        @step
        async def first(self, event: StartEvent) -> StopEvent:
            return StopEvent(result="x")

        @step
        async def second(self, event: Other) -> StopEvent:
            return StopEvent(result="y")

    return runs(Wrong)


def unconditional_cycle() -> Run:
    class Wrong(Workflow):
        @step
        async def first(self, event: StartEvent | Back) -> Middle:
            return Middle()

        @step
        async def second(self, event: Middle) -> Back:
            return Back()

    return runs(Wrong)


def line(second: Callable[..., Any]) -> Run:
    class Wrong(Workflow):
        @step
        async def first(self, event: StartEvent) -> Middle:
            return Middle(unused="y")

        @step
        async def last(self, event: Middle) -> StopEvent:
            return StopEvent(result=second(event))

    return runs(Wrong)


def read_never_written() -> Run:
    return line(lambda event: event.missing)


def written_never_read() -> Run:
    return line(lambda event: event.text)


def undeclared_key() -> Run:
    return line(lambda event: event.unused)


def branch_without_target() -> Run:
    class Wrong(Workflow):
        @step
        async def first(self, event: StartEvent) -> Middle | Other:
            return Other()

        @step
        async def last(self, event: Middle) -> StopEvent:
            return StopEvent(result=event.text)

    return runs(Wrong)


def types_differ() -> Run:
    class Wrong(Workflow):
        @step
        async def first(self, event: StartEvent) -> Typed:
            return Typed(number="one")

        @step
        async def last(self, event: Typed) -> StopEvent:
            return StopEvent(result=event.number + 1)

    return runs(Wrong)


def fan_out_of_unknown_size() -> Run:
    class Wrong(Workflow):
        @step
        async def first(self, context: Context, event: StartEvent) -> Middle | None:
            items = ["x"] * 3
            await context.store.set("items", len(items))
            for item in items:
                context.send_event(Middle(text=item))

        @step
        async def last(self, context: Context, event: Middle) -> StopEvent | None:
            found = context.collect_events(event, [Middle] * await context.store.get("items"))
            return StopEvent(result=len(found)) if found else None

    return runs(Wrong)
