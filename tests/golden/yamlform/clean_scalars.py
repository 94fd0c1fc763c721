"""Workflows of clean_scalars.yaml, imported."""

from pydantic import BaseModel

from chaindsl import chain, step, transition, workflow


class On(BaseModel):
    """What `on` takes, and what it starts with."""

    zip: str = "012"
    many: int = 3
    half: float = 0.5
    none: None = None
    yes: str = "yes"


@step(writes="said")
def go_on_said(zip: str, yes: str, many: int, half: float) -> str:
    return zip + " " + yes + str(many) + str(half)


@step(writes="kept")
def go_on_kept(none: None) -> None:
    return none


go_on_work = chain(
    "go on_work",
    go_on_said,
    go_on_kept,
    inputs={"zip": str, "yes": str, "many": int, "half": float, "none": None},
    outputs=["said", "kept"],
)


@transition(
    source="no",
    target="off",
    actor="deterministic",
    runs=go_on_work,
    name="go on",
)
def go_on(zip: str, yes: str, many: int, half: float, none: None) -> None: ...


on = workflow("on", go_on, initial="no", final=["off"], inputs=On)
