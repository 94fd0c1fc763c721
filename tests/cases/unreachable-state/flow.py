"""Nothing leads to `escalated`."""

from chaindsl import State, transition, workflow


@transition(source="new", target="answered", actor="agent")
def answer() -> None:
    """Answer it."""


@transition(source="escalated", target="answered", actor="human")
def answer_by_hand() -> None:
    """A person answers."""


desk = workflow(
    "desk",
    answer,
    answer_by_hand,
    initial="new",
    final=["answered"],
    states=[State("new", goal="Answer the letter"), State("escalated", goal="Answer in person")],
)
