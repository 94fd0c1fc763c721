"""Each."""

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
MOST = 12


@step(writes="z", each="items", limit=MOST, overflow="fail", workers=2)
def last(item: str, a) -> Text: ...


flow = chain("flow", first, last, inputs={**INPUTS, "items": list[str]})
