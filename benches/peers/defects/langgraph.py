"""The mistakes in LangGraph. Building is what happens before a run; what is handed back runs it."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

from collections.abc import Callable
from operator import add
from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

Run = Callable[[], object]


class Values(TypedDict, total=False):
    """What the nodes carry."""

    text: str
    number: int
    kind: str
    items: list[str]
    done: Annotated[list[str], add]


def same(values: Values) -> Values:
    return {"text": values["text"]}


def built(nodes: dict[str, Any], *edges: tuple[str, str]) -> StateGraph[Values]:
    graph = StateGraph(Values)
    for name, node in nodes.items():
        graph.add_node(name, node)
    for source, target in edges:
        graph.add_edge(source, target)
    return graph


def runs(graph: StateGraph[Values]) -> Run:
    compiled = graph.compile()
    return lambda: compiled.invoke({"text": "x", "items": ["x"] * 3})


def line(first: Any, second: Any = same) -> Run:
    return runs(built({"a": first, "b": second}, (START, "a"), ("a", "b"), ("b", END)))


def unknown_target() -> Run:
    return runs(built({"a": same}, (START, "a"), ("a", "nowhere")))


def unreachable_step() -> Run:
    return runs(built({"a": same, "b": same}, (START, "a"), ("a", END), ("b", END)))


def unconditional_cycle() -> Run:
    return runs(built({"a": same, "b": same}, (START, "a"), ("a", "b"), ("b", "a")))


def read_never_written() -> Run:
    return line(same, lambda values: {"text": values["kind"]})


def written_never_read() -> Run:
    return line(lambda _: {"kind": "unused"})


def undeclared_key() -> Run:
    return line(lambda values: {"text": values["text"], "other": "y"})


def two_parallel_writers() -> Run:
    return runs(built({"a": same, "b": same}, (START, "a"), (START, "b"), ("a", END), ("b", END)))


def branch_without_target() -> Run:
    graph = built({"a": lambda _: {"kind": "y"}, "b": same}, (START, "a"), ("b", END))
    graph.add_conditional_edges("a", lambda values: values["kind"], {"x": "b"})
    return runs(graph)


def types_differ() -> Run:
    return line(lambda _: {"number": "one"}, lambda values: {"number": values["number"] + 1})


def fan_out_of_unknown_size() -> Run:
    graph = built({"a": same, "b": lambda item: {"done": [item]}}, (START, "a"), ("b", END))
    graph.add_conditional_edges("a", lambda values: [Send("b", item) for item in values["items"]], ["b"])
    return runs(graph)
