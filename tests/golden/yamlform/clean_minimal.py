"""Workflows of clean_minimal.yaml, imported."""

from chaindsl import transition, workflow


@transition(source="a", target="z", actor="deterministic")
def go() -> None: ...


w = workflow("w", go, initial="a", final=["z"])
