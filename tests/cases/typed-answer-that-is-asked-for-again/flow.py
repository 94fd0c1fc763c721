from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

from pydantic import BaseModel

from chaindsl import AsyncComplete, Budget, Complete, Text, chain, prompt, step
from chaindsl.vocabulary.typed import AsyncTypedComplete, TypedComplete, atyped, typed

FIND = prompt("find", version="1", text="Which town? {question}")


class Town(BaseModel):
    name: str


class Model(TypedComplete, Protocol):
    """The model of this project."""


@step(writes="a", prompt=FIND)
def plain(question: Text, *, complete: TypedComplete) -> Town:
    return complete.typed(FIND.format(question=question), Town)


@step(writes="b", prompt=FIND, max_calls=2)
def often(question: Text, *, complete: Model) -> Town:
    return complete.typed(FIND.format(question=question), Town, repairs=3)


@step(writes="c", prompt=FIND)
def helped(question: Text, *, complete: Complete) -> Town:
    return typed(complete, FIND.format(question=question), Town)


@step(writes="d", prompt=FIND, max_calls=2)
async def awaited(question: Text, *, complete: AsyncComplete) -> Town:
    return await atyped(complete, FIND.format(question=question), Town, repairs=2)


@step(writes="e", prompt=FIND)
async def method(question: Text, *, complete: AsyncTypedComplete) -> Town:
    return await complete.typed(FIND.format(question=question), Town)


@step(writes="f", prompt=FIND, max_calls=2)
def prepared(question: Text, *, complete: Model) -> Town:
    ask = partial(complete.typed, repairs=2)
    return ask(FIND.format(question=question), Town)


@step(writes="g", prompt=FIND)
def pooled(question: Text, *, complete: Model) -> Town:
    with ThreadPoolExecutor() as pool:
        return pool.submit(complete.typed, FIND.format(question=question), Town).result()


@step(writes="h", prompt=FIND, max_calls=9)
def unsure(question: Text, patience: int, *, complete: Model) -> Town:
    return complete.typed(FIND.format(question=question), Town, repairs=patience)


towns = chain(
    "towns",
    plain,
    often,
    helped,
    awaited,
    method,
    prepared,
    pooled,
    unsure,
    inputs={"question": Text, "patience": int},
    outputs=["a", "b", "c", "d", "e", "f", "g", "h"],
    budget=Budget(seconds=60),
)
