"""Factory."""

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


def make(name, version="1"):
    @step(writes=f"x{version}", name=name + version)
    def inner(question: str) -> str: ...

    return chain("flow", inner, inputs=INPUTS)


flow = make("it", "2")
