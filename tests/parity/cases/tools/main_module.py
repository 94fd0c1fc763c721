"""Tools."""

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


class Mine(Complete, Protocol): ...


Ask = Complete


class Other: ...


@step(writes="z")
def last(
    a,
    all: Values,
    *,
    one: Ask,
    two: Optional[Complete] = None,
    three: Mine,
    four: AsyncComplete | None,
    five: Other,
    six,
    key: IdempotencyKey,
) -> str: ...


flow = chain("flow", first, last, inputs=INPUTS)
