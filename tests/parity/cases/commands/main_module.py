"""Commands."""

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
Result = Command[CommandResult]


@step(writes="x")
def one(a) -> Result: ...
@step(writes="y", effect=False)
def two(a) -> Command[list[int]]: ...
@step(writes="z")
def three(a) -> Command: ...


flow = chain("flow", first, one, two, three, inputs=INPUTS)
