"""Budget."""

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
CALLS = 3 * 4
BUDGET = Budget(seconds=1.5, calls=CALLS, tokens=10**3, bytes=200_000)
flow = chain("flow", first, inputs=INPUTS, budget=BUDGET, drop=True)
