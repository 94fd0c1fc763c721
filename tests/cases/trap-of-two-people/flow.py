from chaindsl import State, transition, workflow


@transition(source="draft", target="legal", actor="human")
def to_legal() -> None:
    """Ask the lawyers."""


@transition(source="draft", target="signed", actor="human")
def sign() -> None:
    """Sign it as it is."""


@transition(source="legal", target="finance", actor="human")
def to_finance() -> None:
    """Ask for the money."""


@transition(source="finance", target="legal", actor="human")
def back_to_legal() -> None:
    """Something is not clear."""


contract = workflow(
    "contract",
    to_legal,
    sign,
    to_finance,
    back_to_legal,
    initial="draft",
    final=["signed"],
    states=[
        State("draft", goal="Decide who has to see it"),
        State("legal", goal="Check the terms"),
        State("finance", goal="Check the sums"),
    ],
)
