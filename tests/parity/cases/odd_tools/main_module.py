"""Tools that only look like models, and models that don't."""

from typing import Annotated, Generic, NewType, Optional, Protocol, TypeVar, Union

from chaindsl import AsyncComplete, Complete, Feedback, Text, chain, step

T = TypeVar("T")
Ask = NewType("Ask", Complete)
Either = Union[Complete, AsyncComplete, None]


class Model(Complete, Protocol[T]): ...


class Deeper(Model[str], Generic[T]): ...


@step(writes="a")
def first(
    question: Text,
    *,
    listed: list[Complete],
    called: "Optional[Ask]",
    either: Either,
    generic: Model[int],
    deeper: Deeper,
    noted: Annotated[Complete, "why"],
    told: Feedback | None = None,
) -> str: ...


flow = chain("flow", first, inputs={"question": Text})
