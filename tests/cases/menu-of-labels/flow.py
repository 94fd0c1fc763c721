from typing import Literal

from chaindsl import State, transition, workflow


@transition(source="sorted", actor="human")
def decide() -> Literal["approved", "rejected"]:
    """Decide about it."""
    return "approved"


applying = workflow(
    "applying",
    decide,
    initial="sorted",
    final=["approved", "rejected"],
    states=[State("sorted", goal="Approve or reject")],
)
