"""Workflows of clean_predicates.yaml, imported."""

from typing import Any

from chaindsl import State, transition, workflow


@transition(source="a", target="z", when="name == owner")
def own() -> None: ...


def may_single(name: str, tags: list[str]) -> bool:
    return name in tags


@transition(source="a", target="z", when=may_single)
def single() -> None: ...


def may_several(name: str, owner: str, tags: list[str]) -> bool:
    return name.startswith(owner) or ("now" in tags and not name.startswith("x"))


@transition(source="a", target="z", when=may_several)
def several() -> None: ...


def may_deep(who: Any) -> bool:
    return bool(who["name"].startswith("x"))


@transition(source="a", target="z", when=may_deep)
def deep() -> None: ...


@transition(source="a", target="z", actor="human")
def drop() -> None: ...


w = workflow(
    "w",
    own,
    single,
    several,
    deep,
    drop,
    initial="a",
    final=["z"],
    inputs={"name": str, "owner": str, "tags": list[str], "who": dict[str, Any]},
    states=[State("a", goal="Say what to do with it.")],
)
