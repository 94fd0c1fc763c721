"""What the case reads from another module."""

from chaindsl import chain, step


def make(start, retries):
    @step(writes="z", max_attempts=retries)
    def last(a: str) -> str: ...

    return chain("flow", start, last, inputs={"question": str})
