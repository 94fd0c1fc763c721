"""Predicate."""

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


def ready(question: str, n: int = 1) -> bool: ...
@transition(source="s", target="t", when=ready, actor="deterministic")
def go(): ...


flow = workflow("flow", go, initial="s", final=("t",), inputs={"question": str, "n": int})
