"""Two transitions that the runtime takes lead into each other."""

from chaindsl import transition, workflow


@transition(source="start", target="other", actor="deterministic")
def go() -> None:
    """Go on."""


@transition(source="other", target="start", actor="deterministic")
def go_back() -> None:
    """Go back."""


flow = workflow("flow", go, go_back, initial="start", final=["done"])
