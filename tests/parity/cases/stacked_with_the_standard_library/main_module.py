"""Stacked with the standard library."""

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


@step(writes="z")
@functools.lru_cache(maxsize=None)
def last(a: str) -> str: ...


flow = chain("flow", first, last, inputs=INPUTS)
