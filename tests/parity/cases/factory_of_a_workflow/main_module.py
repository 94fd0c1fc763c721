"""Factory of a workflow."""

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


def make(name, *, depth):
    @transition(source="s", target="t", name=name, actor="deterministic")
    def go(): ...

    return workflow("flow", go, initial="s", final=["t"], max_chain_depth=depth)


flow = make("it", depth=5)
