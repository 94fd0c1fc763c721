"""A step writes a key that nothing reads."""

from chaindsl import chain, step


@step(writes="unused")
def first(given: str) -> str:
    return given


@step(writes="answer")
def second(given: str) -> str:
    return given


flow = chain("flow", first, second, inputs={"given": str}, outputs=["answer"])
