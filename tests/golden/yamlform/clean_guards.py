"""Workflows of clean_guards.yaml, imported."""

from typing import Literal

from chaindsl import State, transition, workflow


def may_take(kind: Literal["bug", "chore"], tags: list[str]) -> bool:
    return kind == "bug" and "now" in tags


@transition(source="a", target="z", when=may_take)
def take() -> None: ...


@transition(source="a", target="z", when="not ready")
def wait() -> None: ...


@transition(source="a", target="z", actor="human")
def drop() -> None: ...


w = workflow(
    "w",
    take,
    wait,
    drop,
    initial="a",
    final=["z"],
    inputs={"kind": Literal["bug", "chore"], "tags": list[str], "ready": bool},
    states=[State("a", goal="Say what to do with it.")],
)
