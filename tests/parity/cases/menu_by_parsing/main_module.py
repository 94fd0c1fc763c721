"""Menu by parsing."""

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


@transition(source="s", parse=Literal["t", "u"], max_attempts=2)
def go(q: str, *, complete: Complete) -> str: ...


flow = workflow("flow", go, initial="s", final=["t", "u"], inputs={"q": str})
