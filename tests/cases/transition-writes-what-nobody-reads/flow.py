from chaindsl import State, transition, workflow


@transition(source="new", target="read", actor="deterministic", writes="digest")
def read(letter: str) -> str:
    return letter[:10]


@transition(source="read", target="answered", actor="human", writes="answer")
def reply(letter: str) -> str:
    return letter


desk = workflow(
    "desk",
    read,
    reply,
    initial="new",
    final=["answered"],
    inputs={"letter": str},
    outputs=["answer"],
    states=[State("read", goal="Answer the letter")],
)
