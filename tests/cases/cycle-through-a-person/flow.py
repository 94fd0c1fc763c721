from chaindsl import State, transition, workflow


@transition(source="draft", target="review", actor="deterministic", writes="text")
def write(topic: str, notes: str = "") -> str:
    return topic + notes


@transition(source="review", target="draft", actor="human", writes="notes")
def send_back(text: str) -> str:
    return text


@transition(source="review", target="printed", actor="human")
def accept(text: str) -> None:
    """Print it."""


article = workflow(
    "article",
    write,
    send_back,
    accept,
    initial="draft",
    final=["printed"],
    inputs={"topic": str},
    states=[State("review", goal="Decide whether the text may be printed")],
)
