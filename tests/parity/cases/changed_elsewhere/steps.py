"""What the case reads from another module."""

from chaindsl import Complete, step


@step(writes="x")
def one(question: str, *, complete: Complete) -> str: ...


@step(writes="y")
def two(x: str) -> str: ...


STEPS = [one, two]
