"""Partial."""

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
durable = functools.partial(step, max_attempts=5, timeout=1.5)


@durable(writes="z", timeout=2)
def last(a): ...


flow = chain("flow", first, last, inputs=INPUTS)
