"""Keeps what follows from nesting without end: a flow that is too deep or too large becomes one hole.

Such flows come from programs, not from people: much here recurses along the nesting, and a part that stands twice in a
part that stands twice … is soon there more often than there is time.
"""

from collections.abc import Sequence
from dataclasses import replace

from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat, Workflow
from chaindsl.graph.unknown import Unknown, Why

MOST_LEVELS = 80
MOST_PARTS = 100_000


def shallow(flow: Flow) -> Flow:
    """Return the flow, or one of its name with one hole for its parts where these are too many or too deep."""
    waiting: list[tuple[int, Flow | Part]] = [(0, flow)]
    count = 0
    while waiting:
        level, part = waiting.pop()
        count += 1
        if level > MOST_LEVELS or count > MOST_PARTS:
            unknown = Unknown(Why.OPAQUE, "parts that are nested too deeply, or too many", flow.place)
            return replace(flow, body=Chain((Hole(unknown, many=True, place=flow.place),)), guarantees=())
        waiting.extend((level + 1, inner) for inner in _inside(part))
    return flow


def _inside(part: Flow | Part) -> Sequence[Flow | Part]:
    match part:
        case Flow(body=Chain(parts)):
            return parts
        case Flow(body=Workflow(transitions)):
            return [transition.runs for transition in transitions if isinstance(transition.runs, Flow)]
        case Nested(inner):
            return [inner]
        case Branch():
            routes = () if isinstance(part.routes, Unknown) else part.routes
            return [inner for route in routes for inner in route.parts] + list(part.otherwise or ())
        case Repeat() | Parallel():
            return part.parts
    return ()
