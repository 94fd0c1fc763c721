"""The mistakes in pydantic-graph's builder. Its targets are objects, so that there are no unknown ones."""

# The system is not installed where mypy runs.
# mypy: ignore-errors

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic_graph import GraphBuilder, StepContext, TypeExpression, reduce_list_append

Run = Callable[[], object]


@dataclass
class Values:
    """What the steps share."""

    text: str = "x"
    kind: str | None = None


Context = StepContext[Values, None, Any]


async def same(context: Context) -> Any:
    return context.inputs


async def reads_missing(context: Context) -> Any:
    return context.state.kind.upper()


async def writes_unused(context: Context) -> Any:
    context.state.kind = "y"


async def writes_undeclared(context: Context) -> Any:
    context.state.other = "y"


async def writes_text(context: Context) -> Any:
    context.state.text = "y"


async def one(_: Context) -> str:
    return "one"


async def adds(context: StepContext[Values, None, int]) -> int:
    return context.inputs + 1


class Wiring:
    """A graph in the making: steps by name, edges by object."""

    def __init__(self, **bodies: Any) -> None:
        self.builder = GraphBuilder(state_type=Values, input_type=Any, output_type=Any)
        self.start, self.end = self.builder.start_node, self.builder.end_node
        self.steps = {name: self.builder.step(body, node_id=name) for name, body in bodies.items()}

    def edges(self, *pairs: tuple[str, str]) -> Run:
        nodes = {"start": self.start, "end": self.end, **self.steps}
        self.builder.add(*(self.builder.edge_from(nodes[source]).to(nodes[target]) for source, target in pairs))
        return self.runs()

    def runs(self) -> Run:
        graph = self.builder.build()
        return lambda: graph.run_sync(state=Values(), inputs=["x"] * 3)


def line(first: Any, second: Any = same) -> Run:
    return Wiring(a=first, b=second).edges(("start", "a"), ("a", "b"), ("b", "end"))


def unreachable_step() -> Run:
    return Wiring(a=same, b=same).edges(("start", "a"), ("a", "end"), ("b", "end"))


def unconditional_cycle() -> Run:
    return Wiring(a=same, b=same).edges(("start", "a"), ("a", "b"), ("b", "a"))


def read_never_written() -> Run:
    return line(reads_missing)


def written_never_read() -> Run:
    return line(writes_unused)


def undeclared_key() -> Run:
    return line(writes_undeclared)


def two_parallel_writers() -> Run:
    wiring = Wiring(a=writes_text, b=writes_text)
    first, second = wiring.steps.values()
    build = wiring.builder
    collect = build.join(reduce_list_append, initial_factory=list[Any])
    build.add(
        build.edge_from(wiring.start).to(first, second),
        build.edge_from(first, second).to(collect),
        build.edge_from(collect).to(wiring.end),
    )
    return wiring.runs()


def branch_without_target() -> Run:
    wiring = Wiring(a=one, b=same)
    first, second = wiring.steps.values()
    build = wiring.builder
    build.add(
        build.edge_from(wiring.start).to(first),
        build.edge_from(first).to(build.decision().branch(build.match(TypeExpression[Literal["two"]]).to(second))),
        build.edge_from(second).to(wiring.end),
    )
    return wiring.runs()


def types_differ() -> Run:
    return line(one, adds)


def fan_out_of_unknown_size() -> Run:
    wiring = Wiring(a=same)
    (each,) = wiring.steps.values()
    build = wiring.builder
    collect = build.join(reduce_list_append, initial_factory=list[Any])
    build.add(
        build.edge_from(wiring.start).map().to(each),
        build.edge_from(each).to(collect),
        build.edge_from(collect).to(wiring.end),
    )
    return wiring.runs()
