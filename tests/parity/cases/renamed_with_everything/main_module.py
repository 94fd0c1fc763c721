"""Renamed with everything."""

import enum, functools, typing
from typing import Annotated, Any, Literal, Optional, Protocol
from chaindsl import *


@step(writes="a")
def first(question: str) -> str: ...


@step(writes="b")
def second(a: str, *, complete: Complete) -> Text: ...


@step(writes="flag")
def third(b: str, a: str = "") -> bool: ...


INPUTS = {"question": str}


def check(candidate: str, b: str, c: int = 1) -> None: ...
@step(writes="z", each="b", limit=4, validate=check, idempotency_key="k-{a}-{x}")
def last(item: str, a: str, x: int = 0) -> str: ...


flow = chain(
    "flow",
    first,
    second,
    renamed(last, name="it", reads={"a": "question", "x": "a"}),
    inputs=INPUTS,
)
