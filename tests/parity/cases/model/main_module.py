"""Model."""

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
from pydantic import BaseModel, Field
from typing import ClassVar


class Base(BaseModel):
    question: str
    _hidden: int = 1
    KIND: ClassVar[str] = "x"


class Inputs(Base):
    model_config = {}
    n: int = 3
    m: Annotated[int, Field(gt=1)] = Field(5, le=9)
    o: list[str] = Field(default_factory=list)
    p: Optional[int]
    r: str = Field(..., min_length=2)
    t: Text = Field(description="x")


flow = chain("flow", first, inputs=Inputs)
