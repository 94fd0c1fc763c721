"""Two steps side by side write the same key."""

from chaindsl import chain, parallel, step


@step(writes="answer")
def first(given: str) -> str:
    return given


@step(writes="answer")
def second(given: str) -> str:
    return given


flow = chain("flow", parallel(first, second), inputs={"given": str}, outputs=["answer"])
