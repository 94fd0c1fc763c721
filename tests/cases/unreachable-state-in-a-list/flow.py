from chaindsl import State, transition, workflow

STATES = [
    State("inbox", goal="Sort the letter"),
    State("archive", goal="Look for older letters"),
    State("answered", final=True),
]


@transition(source="inbox", target="answered", actor="human")
def answer() -> None:
    """Write back."""


@transition(source="archive", target="inbox", actor="human")
def found() -> None:
    """Bring it back."""


letters = workflow("letters", answer, found, initial="inbox", states=STATES)
