"""Outside argument. Unknown: 2."""

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
from argparse import Namespace


@transition(source="s", target="t")
def go(a: Namespace) -> None: ...


flow = workflow("flow", go, initial="s", final=["t"], inputs={"a": object})
