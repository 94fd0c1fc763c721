"""Models that choose among labels: routers for branches, and menus of transitions."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.contract import name_of
from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.flow import Branch, Workflow
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step, ToolKind
from chaindsl.graph.typeform import labels
from chaindsl.graph.unknown import known


@dataclass(frozen=True, slots=True)
class Router:
    """A step or a transition whose model chooses among so many labels."""

    name: str
    labels: int
    place: Place | None


def routers(facts: FlowFacts) -> Iterator[Router]:
    """Yield the routers of a flow, each once, in the order of the source."""
    if isinstance(facts.flow.body, Workflow):
        for transition in facts.flow.body.transitions:
            if transition.menu and transition.work is not None and _asks(transition.work):
                yield Router(name_of(transition.name), len(known(transition.targets, ())), transition.place)
        return
    routes: dict[str, int] = {}
    for node in facts.net.nodes:
        if isinstance(node.part, Branch) and isinstance(node.part.key, str):
            count = len(known(node.part.routes, ()))
            routes[node.part.key] = max(routes.get(node.part.key, 0), count)
    seen: set[int] = set()
    for node in facts.net.nodes:
        step = node.part
        if isinstance(step, Step) and step.writes in routes and _asks(step) and id(step) not in seen:
            seen.add(id(step))
            found = labels(step.type)
            yield Router(name_of(step.name), routes[str(step.writes)] if found is None else len(found), step.place)


def _asks(step: Step) -> bool:
    return any(tool.kind is ToolKind.MODEL for tool in step.tools)
