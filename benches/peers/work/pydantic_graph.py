"""The work in pydantic-graph's builder: a step's output is the next one's input; `map` and a semaphore fan out."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic_graph import GraphBuilder, StepContext, reduce_list_append

Once = Callable[[], object]
LOOP = asyncio.Runner()


@dataclass
class Values:
    """What the steps share."""

    big: str


async def same(context: StepContext[Values, None, str]) -> str:
    return context.inputs


async def awaited(context: StepContext[Values, None, str]) -> str:
    await asyncio.sleep(0.01)
    return context.inputs


def line(one: Any, length: int) -> Any:
    builder = GraphBuilder(state_type=Values, input_type=str, output_type=str)
    parts = [builder.step(one, node_id=f"s{n}") for n in range(length)]
    sources: list[Any] = [builder.start_node, *parts]
    targets: list[Any] = [*parts, builder.end_node]
    builder.add(*(builder.edge_from(source).to(target) for source, target in zip(sources, targets, strict=True)))
    return builder.build()


def steps(length: int, big: str) -> dict[str, Once]:
    graph = line(same, length)
    return {"pydantic-graph": lambda: LOOP.run(graph.run(state=Values(big), inputs="x"))}


def fan() -> Once:
    builder = GraphBuilder(input_type=list[str], output_type=list[str])

    @builder.step
    async def wait(context: StepContext[None, None, str]) -> str:
        async with gate[0]:
            await asyncio.sleep(0.01)
        return context.inputs

    gate: list[asyncio.Semaphore] = []
    collect = builder.join(reduce_list_append, initial_factory=list[str])
    builder.add(
        builder.edge_from(builder.start_node).map().to(wait),
        builder.edge_from(wait).to(collect),
        builder.edge_from(collect).to(builder.end_node),
    )
    graph = builder.build()

    def once() -> object:
        gate[:] = [asyncio.Semaphore(16)]
        return LOOP.run(graph.run(inputs=["x"] * 100))

    return once


def crowd(runs: int, length: int) -> Once:
    graph = line(awaited, length)

    async def all_of_them() -> object:
        return await asyncio.gather(*(graph.run(state=Values(""), inputs="x") for _ in range(runs)))

    return lambda: LOOP.run(all_of_them())
