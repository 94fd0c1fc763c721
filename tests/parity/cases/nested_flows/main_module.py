"""Nested flows."""

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
inner = chain("inner", first, inputs=INPUTS, outputs=["a"])
again = inner
flow = chain("flow", again, second, inputs=INPUTS)
