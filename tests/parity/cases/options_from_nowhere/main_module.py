"""Options from nowhere. Unknown: 1."""

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
import json

MORE = json.loads('{"timeout": 3}')


@step(writes="z", **MORE)
def last(a): ...


flow = chain("flow", first, last, inputs=INPUTS)
