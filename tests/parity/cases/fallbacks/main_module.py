"""Fallbacks."""

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


class K(enum.Enum):
    A = "a"


@step(writes="z", parse=K, fallback=K.A)
def last(a) -> str: ...
@step(writes="y", fallback=None)
def other(a): ...
@step(writes="x", fallback={"b": 1, "a": [True]})
def more(a): ...


flow = chain("flow", first, last, other, more, inputs=INPUTS)
