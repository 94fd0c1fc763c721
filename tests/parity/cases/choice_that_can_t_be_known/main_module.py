"""Choice that can't be known. Unknown: 1."""

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
import os


def make():
    if os.sep == "/":
        return chain("flow", first, inputs=INPUTS)
    return chain("flow", first, second, inputs=INPUTS)


inner = make()
flow = chain("outer", inner, inputs=INPUTS)
