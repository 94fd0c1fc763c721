"""The exit reads `approved`, which the caller gave and nothing changes."""

from chaindsl import transition, workflow


@transition(source="draft", target="review", actor="deterministic", writes="text")
def write(topic: str) -> str:
    return topic


@transition(source="review", target="printed", actor="deterministic", when="approved")
def print_it(text: str) -> None: ...


@transition(source="review", target="draft", actor="deterministic")
def again() -> None: ...


article = workflow(
    "article", write, print_it, again, initial="draft", final=["printed"], inputs={"topic": str, "approved": bool}
)
