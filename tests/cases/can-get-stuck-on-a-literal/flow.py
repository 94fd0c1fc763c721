from typing import Literal

from chaindsl import transition, workflow


@transition(source="rated", target="kept", actor="deterministic", when="rating == 'good'")
def keep() -> None: ...


@transition(source="rated", target="thrown", actor="deterministic", when="rating == 'bad'")
def throw() -> None: ...


sort = workflow(
    "sort",
    keep,
    throw,
    initial="rated",
    final=["kept", "thrown"],
    inputs={"rating": Literal["good", "bad", "fair"]},
)
