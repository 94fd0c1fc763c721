"""Inner modules."""

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
from chaindsl.language.chain import chain as build
import chaindsl.language.step


@chaindsl.language.step.step(writes="z")
def last(a: str): ...


flow = build("flow", first, last, inputs=INPUTS)
