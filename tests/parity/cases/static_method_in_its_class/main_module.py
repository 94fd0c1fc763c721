"""Static method in its class."""

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


class Flows:
    @staticmethod
    @step(writes="z")
    def last(a): ...

    main = chain("flow", first, last, inputs=INPUTS)


flow = Flows.main
