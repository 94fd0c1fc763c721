"""The work in LlamaIndex Workflows: one step that hands itself an event until it is done, and sixteen workers."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

import asyncio
from collections.abc import Callable

from workflows import Context, Workflow, step
from workflows.events import Event, StartEvent, StopEvent

Once = Callable[[], object]
LOOP = asyncio.Runner()


class Next(Event):
    """What one step hands to the next."""

    left: int
    text: str


class Item(Event):
    """One item of the fan-out."""

    text: str


class Done(Event):
    """One item, waited for."""

    text: str


class Chain(Workflow):
    """A step after another."""

    @step
    async def begin(self, event: StartEvent) -> Next:
        return Next(left=event.length, text="x")

    @step
    async def same(self, event: Next) -> Next | StopEvent:
        return Next(left=event.left - 1, text=event.text) if event.left > 1 else StopEvent(result=event.text)


class Awaiting(Workflow):
    """A step after another, each with a wait."""

    @step
    async def begin(self, event: StartEvent) -> Next:
        return Next(left=event.length, text="x")

    @step
    async def awaited(self, event: Next) -> Next | StopEvent:
        await asyncio.sleep(0.01)
        return Next(left=event.left - 1, text=event.text) if event.left > 1 else StopEvent(result=event.text)


class Fan(Workflow):
    """A hundred waits at once."""

    @step
    async def send(self, context: Context, event: StartEvent) -> Item | None:
        for _ in range(100):
            context.send_event(Item(text="x"))

    @step(num_workers=16)
    async def wait(self, event: Item) -> Done:
        await asyncio.sleep(0.01)
        return Done(text=event.text)

    @step
    async def collect(self, context: Context, event: Done) -> StopEvent | None:
        found = context.collect_events(event, [Done] * 100)
        return StopEvent(result=[one.text for one in found]) if found else None


async def finished(workflow: Workflow, **given: object) -> object:
    return await workflow.run(**given)


def steps(length: int, big: str) -> dict[str, Once]:
    workflow = Chain(timeout=None)
    return {"LlamaIndex Workflows": lambda: LOOP.run(finished(workflow, length=length, big=big))}


def fan() -> Once:
    workflow = Fan(timeout=None)
    return lambda: LOOP.run(finished(workflow))


def crowd(runs: int, length: int) -> Once:
    workflow = Awaiting(timeout=None)

    async def all_of_them() -> object:
        return await asyncio.gather(*(finished(workflow, length=length) for _ in range(runs)))

    return lambda: LOOP.run(all_of_them())
