"""All facts about the bodies of one flow's steps, each computed when it is first asked for."""

from collections.abc import Iterator
from functools import cached_property

from analyzer.facts.body.works import Works
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.key_types import longest
from analyzer.facts.taint import Taint, limited
from analyzer.source.reading import SourceFlow
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import Constrained
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_steps


class BodyFacts:
    """A flow, the facts of its graph, and what the bodies of its steps do."""

    def __init__(self, source: SourceFlow, facts: FlowFacts) -> None:
        self.source = source
        self.facts = facts
        self.name = facts.name

    def steps(self) -> Iterator[Step]:
        """Yield the steps and works that stand directly in the flow, each once."""
        seen: set[int] = set()
        for step in flow_steps(self.source.graph):
            if id(step) not in seen:
                seen.add(id(step))
                yield step

    @cached_property
    def works(self) -> Works:
        """The bodies of the steps."""
        return Works(self.source.bodies, self.source.reader, lambda key: longest(self.facts.type_of(key)))

    @cached_property
    def taint(self) -> Taint:
        """What a model wrote without a type that limits it or a check: what must not reach a command."""
        return Taint(
            flow_steps(self.source.graph), self.works, lambda step: limited(step.type) is not False or checked(step)
        )

    @cached_property
    def free_text(self) -> Taint:
        """What a model wrote without any type, constraint or check: what should not reach a prompt or a route."""
        return Taint(flow_steps(self.source.graph), self.works, lambda step: _constrained(step) or checked(step))


def checked(step: Step) -> bool:
    """Whether a step has validators, or may have."""
    return isinstance(step.validators, Unknown) or bool(step.validators)


def _constrained(step: Step) -> bool:
    return isinstance(step.type, Constrained) or limited(step.type) is not False
