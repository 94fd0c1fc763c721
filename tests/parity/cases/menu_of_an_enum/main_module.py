"""Menu of an enum."""

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


class To(enum.StrEnum):
    A = "left"
    B = "right"


@transition(source="s")
def go(q: str) -> To: ...


flow = workflow("flow", go, initial="s", final=["left", "right"], inputs={"q": str})
