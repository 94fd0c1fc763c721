"""The mistakes as LangGraph graphs, wired as its users wire them, so that linters of such code can read them too."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

from operator import add
from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send


class Values(TypedDict, total=False):
    """What the nodes carry."""

    text: str
    number: int
    kind: str
    items: list[str]
    done: Annotated[list[str], add]


def same(values: Values) -> Values:
    return {"text": values["text"]}


def says_unknown(values: Values) -> Values:
    return {"kind": "y"}


def sends(values: Values) -> list[Send]:
    return [Send("b", item) for item in values["items"]]


def line(first: Any, second: Any = same) -> StateGraph:
    graph = StateGraph(Values)
    graph.add_node("a", first)
    graph.add_node("b", second)
    graph.add_edge(START, "a")
    graph.add_edge("a", "b")
    graph.add_edge("b", END)
    return graph


def unknown_target() -> StateGraph:
    graph = StateGraph(Values)
    graph.add_node("a", same)
    graph.add_edge(START, "a")
    graph.add_edge("a", "nowhere")
    return graph


def unreachable_step() -> StateGraph:
    graph = StateGraph(Values)
    graph.add_node("a", same)
    graph.add_node("b", same)
    graph.add_edge(START, "a")
    graph.add_edge("a", END)
    graph.add_edge("b", END)
    return graph


def unconditional_cycle() -> StateGraph:
    graph = StateGraph(Values)
    graph.add_node("a", same)
    graph.add_node("b", same)
    graph.add_edge(START, "a")
    graph.add_edge("a", "b")
    graph.add_edge("b", "a")
    return graph


def read_never_written() -> StateGraph:
    return line(same, lambda values: {"text": values["kind"]})


def written_never_read() -> StateGraph:
    return line(lambda _: {"kind": "unused"})


def undeclared_key() -> StateGraph:
    return line(lambda values: {"text": values["text"], "other": "y"})


def two_parallel_writers() -> StateGraph:
    graph = StateGraph(Values)
    graph.add_node("a", same)
    graph.add_node("b", same)
    graph.add_edge(START, "a")
    graph.add_edge(START, "b")
    graph.add_edge("a", END)
    graph.add_edge("b", END)
    return graph


def branch_without_target() -> StateGraph:
    graph = StateGraph(Values)
    graph.add_node("a", says_unknown)
    graph.add_node("b", same)
    graph.add_edge(START, "a")
    graph.add_edge("b", END)
    graph.add_conditional_edges("a", lambda values: values["kind"], {"x": "b"})
    return graph


def types_differ() -> StateGraph:
    return line(lambda _: {"number": "one"}, lambda values: {"number": values["number"] + 1})


def fan_out_of_unknown_size() -> StateGraph:
    graph = StateGraph(Values)
    graph.add_node("a", same)
    graph.add_node("b", lambda item: {"done": [item]})
    graph.add_edge(START, "a")
    graph.add_edge("b", END)
    graph.add_conditional_edges("a", sends, ["b"])
    return graph
