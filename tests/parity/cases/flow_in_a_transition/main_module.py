"""Flow in a transition."""

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
inner = chain("inner", first, inputs=INPUTS)


@transition(source="s", target="t", runs=inner)
def go(question: str): ...


flow = workflow("flow", go, initial="s", final=["t"], inputs=INPUTS)
