"""Transition that can't be known. Unknown: 1."""

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


@transition(
    source="start",
    target="middle",
    actor="deterministic",
    when="len(question) > 3 and not flag",
    limit=3,
)
def begin(question: str) -> None: ...


@transition(source=("middle", "start"), actor="human", title="Choose", on_failure="start")
def choose(reason: FromActor[Text], question: str = "") -> Literal["done", "start"]: ...


@transition(source="middle", target="done", actor="agent", writes="out")
def finish(
    question: str, why: FromActor[Annotated[str, Len(2)]], *, complete: Complete
) -> Command[CommandResult]: ...


PARTS = (begin, choose, finish)
import os

more = finish if os.sep else begin
flow = workflow(
    "flow",
    begin,
    choose,
    more,
    initial="start",
    final=["done"],
    inputs={"question": str, "flag": bool},
)
