"""A step reads a key that nothing writes."""

from chaindsl import chain, step


@step(writes="text")
def first(given: str) -> str:
    return given


@step(writes="answer")
def second(text: str, kind: str) -> str:
    return text + kind


flow = chain("flow", first, second, inputs={"given": str}, outputs=["answer"])
