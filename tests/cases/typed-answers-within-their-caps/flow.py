from typing import Protocol

from pydantic import BaseModel

from chaindsl import AsyncComplete, Budget, Complete, Text, chain, prompt, step
from chaindsl.vocabulary.typed import AsyncTypedComplete, TypedComplete, atyped, typed

FIND = prompt("find", version="1", text="Which town? {question}")
NEVER = 0


class Town(BaseModel):
    name: str


class Model(TypedComplete, Protocol):
    """The model of this project."""


@step(writes="a", prompt=FIND, max_calls=2)
def plain(question: Text, *, complete: TypedComplete) -> Town:
    return complete.typed(FIND.format(question=question), Town)


@step(writes="b", prompt=FIND, max_calls=4)
def often(question: Text, *, complete: Model) -> Town:
    return complete.typed(FIND.format(question=question), Town, repairs=3)


@step(writes="c", prompt=FIND)
def once(question: Text, *, complete: Complete) -> Town:
    return typed(complete, FIND.format(question=question), Town, repairs=NEVER)


@step(writes="d", prompt=FIND, max_calls=3)
async def awaited(question: Text, *, complete: AsyncComplete) -> Town:
    return await atyped(complete, FIND.format(question=question), Town, repairs=2)


@step(writes="e", prompt=FIND, max_calls=3)
async def method(question: Text, *, complete: AsyncTypedComplete) -> Town:
    town = await complete.typed(FIND.format(question=question), Town)
    return Town(name=await complete(FIND.format(question=town.name)))


towns = chain(
    "towns",
    plain,
    often,
    once,
    awaited,
    method,
    inputs={"question": Text},
    outputs=["a", "b", "c", "d", "e"],
    budget=Budget(calls=26),
)
