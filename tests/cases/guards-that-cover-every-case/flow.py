from typing import Annotated, Literal

from pydantic import Field

from chaindsl import transition, workflow


@transition(source="rated", target="kept", actor="deterministic", when="rating in ['good', 'fair']")
def keep() -> None: ...


@transition(source="rated", target="thrown", actor="deterministic", when="rating == 'bad'")
def throw() -> None: ...


@transition(source="kept", target="framed", actor="deterministic", when="size >= 10 and not sold")
def frame() -> None: ...


@transition(source="kept", target="stored", actor="deterministic", when="size < 10 or sold")
def store() -> None: ...


sort = workflow(
    "sort",
    keep,
    throw,
    frame,
    store,
    initial="rated",
    final=["thrown", "framed", "stored"],
    inputs={"rating": Literal["good", "bad", "fair"], "size": Annotated[int, Field(ge=1)], "sold": bool},
)
