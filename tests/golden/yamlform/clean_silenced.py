"""Workflows of clean_silenced.yaml, imported."""

from chaindsl import transition, workflow


# It stands beside what somebody decides, so it never runs by itself there, and is
# offered as a decision here.
@transition(source="a", target="z")
def tidy() -> None: ...


@transition(source="a", target="z")
def go() -> None: ...


w = workflow("w", tidy, go, initial="a", final=["z"])
