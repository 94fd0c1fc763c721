"""Routes that can't be known. Unknown: 1."""

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


@step(writes="kind")
def classify(a: str) -> Literal["x", "y"]: ...


flow = chain(
    "flow", first, classify, branch("kind", {k: second for k in "xy"}), inputs=INPUTS, outputs=["a"]
)
