"""Inputs with types of every sort."""

import datetime as dt
from typing import Annotated, Literal, NewType, Optional

from chaindsl import Len, Text, chain, step

UserId = NewType("UserId", int)
Tags = Annotated[list[str], Len(1)]


class Document:
    class Part: ...


@step(writes="a")
def first(question: str) -> str: ...


flow = chain(
    "flow",
    first,
    inputs={
        "question": Text,
        "user": UserId,
        "tags": Tags,
        "when": Optional[dt.datetime],
        "kind": Literal["a", "b"],
        "parts": list[Document.Part],
        "anything": None,
    },
)
