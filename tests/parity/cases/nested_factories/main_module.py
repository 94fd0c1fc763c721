"""Nested factories."""

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


def outer(tag):
    def inner(number):
        @step(writes=tag + str(number))
        def last(a): ...

        return last

    return chain("flow", first, inner("1"), inputs=INPUTS)


flow = outer("k")
