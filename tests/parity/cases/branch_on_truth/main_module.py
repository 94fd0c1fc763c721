"""Branch on truth."""

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
flow = chain(
    "flow",
    first,
    second,
    third,
    branch("flag", {True: (), False: chain("inner", first, inputs=INPUTS)}, otherwise=None),
    inputs=INPUTS,
    outputs=["a"],
)
