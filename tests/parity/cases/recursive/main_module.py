"""Recursive. Unknown: 1."""

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


def make(n):
    return first if n == 0 else make(n - 1)


flow = chain("flow", make(2), inputs=INPUTS)
