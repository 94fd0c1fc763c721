"""Factory of a factory."""

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


def inner(flag):
    if flag:
        return second
    return third


def make(flag):
    return chain("flow", first, inner(flag), inputs=INPUTS)


flow = make(True)
