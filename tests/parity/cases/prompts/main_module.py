"""Prompts."""

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
import textwrap

V = "2"
A = prompt(
    "a",
    version=V,
    text=textwrap.dedent("""\
    x
    y"""),
)
B = prompt(f"b{V}", version=f"{V}.0", text=" x ".strip())
ALL = [A, B]


@step(writes="z", prompt=ALL)
def last(a): ...


flow = chain("flow", first, last, inputs=INPUTS)
