"""Guards and menus that ask a model although nobody decides there."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.body.clients import asks_client
from analyzer.facts.body.marks import Model
from analyzer.facts.body.visits import Visit, Visits, visits
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.computable import Claim, guards
from analyzer.facts.contract import name_of
from analyzer.source.definition import Marked
from analyzer.source.signature import signature
from chaindsl.graph.flow import Workflow
from chaindsl.graph.place import Place
from chaindsl.graph.state import Actor
from chaindsl.graph.step import ToolKind


@dataclass(frozen=True, slots=True)
class Judgement:
    """A model that is asked: `what` asks it, of which transition, and where both stand."""

    what: str
    transition: str
    place: Place
    owner: Place | None


def judgements(bodies: BodyFacts) -> Iterator[Judgement]:
    """Yield where guards, and menus of deterministic transitions, ask a model."""
    for claim in guards(bodies):
        found = _guard(bodies, claim)
        if found is not None:
            yield Judgement("the guard", claim.name, found.place, claim.place)
    flow = bodies.source.graph
    for transition in flow.body.transitions if isinstance(flow.body, Workflow) else ():
        if transition.menu and transition.actor is Actor.DETERMINISTIC and transition.work is not None:
            found = _first(bodies, bodies.works.visits(transition.work))
            if found is not None:
                yield Judgement("the menu", name_of(transition.name), found.place, transition.place)


def _guard(bodies: BodyFacts, claim: Claim) -> Visit | None:
    """A guard is handed no tools, but may say that it wants one."""
    tools = signature(bodies.source.reader, claim.function, actors=False).tools
    models = {tool.name: Marked(Model(tool.name)) for tool in tools if tool.kind is ToolKind.MODEL}
    return _first(bodies, visits(bodies.source.reader, claim.function, {**claim.given, **models}))


def _first(bodies: BodyFacts, found: Visits) -> Visit | None:
    reader = bodies.source.reader
    return next((visit for visit in found.calls if asks_client(reader, visit.node, visit.frame)), None)
