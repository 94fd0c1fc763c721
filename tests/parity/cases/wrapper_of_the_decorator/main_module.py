"""Wrapper of the decorator."""

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


def durable(writes, **options):
    return step(writes=writes, max_attempts=5, **options)


@durable("z", timeout=3)
def last(a): ...


flow = chain("flow", first, last, inputs=INPUTS)
