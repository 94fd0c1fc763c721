"""Draft and review hand the text to each other for ever."""

from chaindsl import Complete, transition, workflow, Budget


@transition(source="draft", target="review", actor="deterministic", writes="text")
def write(topic: str, *, complete: Complete) -> str:
    return complete(f"Write about {topic}")


@transition(source="review", target="draft", actor="deterministic", writes="notes")
def criticise(text: str, *, complete: Complete) -> str:
    return complete(f"Criticise: {text}")


article = workflow(
    "article", write, criticise, initial="draft", final=["printed"], inputs={"topic": str}, budget=Budget(seconds=60)
)
