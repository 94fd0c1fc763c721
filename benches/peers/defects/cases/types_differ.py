"""One step writes a text where another reads a number."""

from chaindsl import chain, step


@step(writes="number")
def first(given: str) -> str:
    return given


@step(writes="answer")
def second(number: int) -> int:
    return number + 1


flow = chain("flow", first, second, inputs={"given": str}, outputs=["answer"])
