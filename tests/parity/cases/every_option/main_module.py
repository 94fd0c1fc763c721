"""Every option."""

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


class Sad(Exception): ...


def check(candidate, a: str) -> None: ...
def check2(candidate) -> None: ...
@step(
    writes="z",
    name="other",
    validate=[check, check2],
    max_attempts=4,
    backoff=0,
    retry_on=(Sad, ValueError, OSError),
    timeout=3,
    max_calls=5,
    effect=True,
    idempotency_key="k{a}",
    parse=list[int],
    fallback=[1, (2, None)],
)
async def last(
    a: str, /, b: int = 0, *, complete: AsyncComplete, tool=None, feedback: Feedback
) -> str:
    """Say it.

    More.
    """


flow = chain("flow", first, last, inputs=INPUTS)
