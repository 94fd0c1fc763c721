"""Branch on an enum."""

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


class Kind(enum.Enum):
    A = "a"
    B = 2


@step(writes="kind")
def classify(a: str) -> Kind: ...


ROUTES = {Kind.A: second}
flow = chain(
    "flow", first, classify, branch("kind", {**ROUTES, Kind.B: ()}), inputs=INPUTS, outputs=["a"]
)
