"""Options merged."""

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
MORE = {"max_attempts": 3}


@step(**{**MORE, "writes": "z"}, **dict(timeout=1))
def last(a): ...


flow = chain("flow", first, last, inputs=INPUTS)
