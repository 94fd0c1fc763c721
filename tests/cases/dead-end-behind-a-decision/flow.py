from chaindsl import State, transition, workflow


@transition(source="review", target="accepted", actor="human")
def accept() -> None:
    """It is good."""


@transition(source="review", target="changes_requested", actor="human")
def request_changes() -> None:
    """It needs work."""


pull_request = workflow(
    "pull_request",
    accept,
    request_changes,
    initial="review",
    final=["accepted"],
    states=[State("review", goal="Review it"), State("changes_requested", goal="Change it")],
)
