"""A transition leads to a state that nobody knows."""

from chaindsl import transition, workflow


@transition(source="start", target="nowhere", actor="deterministic")
def go() -> None:
    """Go on."""


flow = workflow("flow", go, initial="start", final=["done"])
