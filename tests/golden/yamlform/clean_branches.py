"""Workflows of clean_branches.yaml, imported."""

from typing import Literal

from chaindsl import transition, workflow


@transition(source="a", target="after_rate", actor="deterministic", writes="doubled")
def rate(score: float) -> float:
    return score * 2


@transition(source="after_rate", actor="deterministic")
def rate_branch(doubled: float, name: str) -> Literal["high", "low"]:
    if doubled >= 18:
        return "high"
    if name.startswith("test") or not doubled > 2.5:
        return "low"
    return "low"


w = workflow(
    "w",
    rate,
    rate_branch,
    initial="a",
    final=["high", "low"],
    inputs={"score": float, "name": str},
    max_chain_depth=51,
)
