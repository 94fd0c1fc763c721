"""The flows that stand directly in a flow, and what each of their inputs is handed. It looks at no body."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.facts.body.marks import Argument, Keyed, Mark
from analyzer.facts.taint import limited
from chaindsl.graph.flow import Flow, Nested, Transition, Workflow
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Read, Source
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_parts


@dataclass(frozen=True, slots=True)
class Inner:
    """A flow inside another one: the part or the transition that it is, and what stands for each of its inputs."""

    part: Any
    flow: Flow
    handed: Mapping[str, Mark]


def inner_flows(flow: Flow) -> Iterator[Inner]:
    """Yield the flows inside a flow, each time that they stand there."""
    for part in flow_parts(flow):
        if isinstance(part, Nested):
            inputs = () if isinstance(part.flow.inputs, Unknown) else part.flow.inputs
            yield Inner(part, part.flow, {one.key: Keyed(one.key) for one in inputs})
    for transition in flow.body.transitions if isinstance(flow.body, Workflow) else ():
        if isinstance(transition.runs, Flow):
            reads = () if transition.work is None else transition.work.reads
            marks = {read.parameter: _mark(read, transition) for read in reads}
            handed = {name: mark for name, mark in marks.items() if mark is not None}
            yield Inner(transition, transition.runs, handed)


def _mark(read: Read, transition: Transition) -> Mark | None:
    if read.source is not Source.ACTOR:
        return Keyed(read.key)
    person = transition.actor is not Actor.AGENT
    return Argument(read.parameter, person) if limited(read.type) is False else None
