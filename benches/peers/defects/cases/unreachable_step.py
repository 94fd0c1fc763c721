"""No way leads to the state `aside`."""

from chaindsl import transition, workflow


@transition(source="start", target="done", actor="deterministic")
def go() -> None:
    """Go on."""


@transition(source="aside", target="done", actor="deterministic")
def come_back() -> None:
    """Come back."""


flow = workflow("flow", go, come_back, initial="start", final=["done"])
