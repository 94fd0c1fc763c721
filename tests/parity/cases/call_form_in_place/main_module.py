"""Call form in place."""

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


def last(a: str) -> str: ...


flow = chain("flow", first, step(writes="z")(last), inputs=INPUTS)
