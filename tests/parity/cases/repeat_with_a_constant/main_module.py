"""Repeat with a constant. Unknown: 1."""

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


class Limits(enum.IntEnum):
    ROUNDS = 4


flow = chain("flow", first, repeat(second, third, until="flag", limit=int(4)), inputs=INPUTS)
