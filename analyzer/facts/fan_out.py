"""Steps that call a model for each item of a list that nothing caps."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.contract import Write, name_of
from analyzer.facts.flow_facts import FlowFacts, size_of
from analyzer.facts.measures import calls_of_attempt
from analyzer.facts.net import Net, Node
from chaindsl.graph.flow import Nested
from chaindsl.graph.step import Each, Step, ToolKind


@dataclass(frozen=True, slots=True)
class FanOut:
    """An `each` step over a list without a cap. `by_model` says that a model wrote one of the `uncapped` lists."""

    step: Step
    key: str
    uncapped: tuple[Write, ...]
    by_model: bool

    @property
    def name(self) -> str:
        """The step's name."""
        return name_of(self.step.name)


def fan_outs(facts: FlowFacts) -> Iterator[FanOut]:
    """Yield the `each` steps that certainly call a model and run over a list that certainly has no cap."""
    seen: set[int] = set()
    for node in facts.net.nodes:
        step = node.part
        if isinstance(step, Step) and isinstance(step.each, Each) and id(step) not in seen:
            seen.add(id(step))
            if step.each.limit is None and isinstance(step.each.key, str) and calls_of_attempt(step):
                found = facts.list_writers(step) or []
                uncapped = [(writer, write) for writer, write in found if size_of(write.type) == math.inf]
                if uncapped:
                    by_model = any(_by_model(facts, facts.net.nodes[writer], write.key) for writer, write in uncapped)
                    yield FanOut(step, step.each.key, tuple(write for _, write in uncapped), by_model)


def _by_model(facts: FlowFacts, writer: Node, key: str) -> bool:
    """Whether a step that is handed a model wrote a key, here or in a flow inside."""
    if isinstance(writer.part, Nested):
        inner = facts.inner(writer.part.flow)
        found = [number for number, write in inner.keys.definitions if write.key == key and number != Net.START]
        return any(_by_model(inner, inner.net.nodes[number], key) for number in found)
    step = writer.part if isinstance(writer.part, Step) else None
    return step is not None and any(tool.kind is ToolKind.MODEL for tool in step.tools)
