"""The work in LangGraph: one key written again by each node, without and with the saver that keeps states in memory."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

import asyncio
import itertools
import sqlite3
import time
from collections.abc import Callable
from operator import add
from pathlib import Path
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

Once = Callable[[], object]
LOOP = asyncio.Runner()


class Values(TypedDict):
    """What the nodes carry."""

    text: str
    big: str


class Fan(TypedDict):
    """What the fan-out carries."""

    items: list[str]
    done: Annotated[list[str], add]


def same(values: Values) -> dict[str, str]:
    return {"text": values["text"]}


async def awaited(values: Values) -> dict[str, str]:
    await asyncio.sleep(0.01)
    return {"text": values["text"]}


def wait(item: str) -> dict[str, list[str]]:
    time.sleep(0.01)
    return {"done": [item]}


def line(node: Callable[[Values], object], length: int) -> StateGraph:
    graph = StateGraph(Values)
    names = [f"s{n}" for n in range(length)]
    for name in names:
        graph.add_node(name, node)
    for source, target in itertools.pairwise([START, *names, END]):
        graph.add_edge(source, target)
    return graph


def steps(length: int, big: str) -> dict[str, Once]:
    graph = line(same, length)
    plain, saving = graph.compile(), graph.compile(checkpointer=InMemorySaver())
    values, limit = {"text": "x", "big": big}, length + 5

    def saved() -> object:
        # A saver of its own each time, so that no run pays for the ones before it.
        saving.checkpointer = InMemorySaver()
        return saving.invoke(values, {"recursion_limit": limit, "configurable": {"thread_id": "bench"}})

    return {"LangGraph": lambda: plain.invoke(values, {"recursion_limit": limit}), "LangGraph, InMemorySaver": saved}


def fan() -> Once:
    graph = StateGraph(Fan)
    graph.add_node("wait", wait)
    graph.add_conditional_edges(START, lambda values: [Send("wait", item) for item in values["items"]], ["wait"])
    graph.add_edge("wait", END)
    compiled = graph.compile()
    return lambda: compiled.invoke({"items": ["x"] * 100, "done": []}, {"max_concurrency": 16})["done"]


def durable(length: int, folder: Path) -> Once:
    saver = SqliteSaver(sqlite3.connect(folder / "langgraph.db", check_same_thread=False))
    compiled, threads = line(same, length).compile(checkpointer=saver), itertools.count()

    def once() -> object:
        options = {"recursion_limit": length + 5, "configurable": {"thread_id": str(next(threads))}}
        # `sync` writes before the next step begins, as the others here do.
        return compiled.invoke({"text": "x"}, options, durability="sync")

    return once


def crowd(runs: int, length: int) -> Once:
    compiled = line(awaited, length).compile()

    async def all_of_them() -> object:
        return await asyncio.gather(*(compiled.ainvoke({"text": "x"}) for _ in range(runs)))

    return lambda: LOOP.run(all_of_them())
