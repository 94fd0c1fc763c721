"""Walks over a flow's parts, in the order the author wrote them."""

from collections.abc import Iterator

from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown


def parts_within(part: Part) -> Iterator[Part]:
    """Yield a part and the parts inside it, in order; a nested flow's own parts are not entered."""
    yield part
    inner: tuple[Part, ...] = ()
    match part:
        case Branch(_, routes, otherwise):
            found = () if isinstance(routes, Unknown) else routes
            inner = tuple(p for route in found for p in route.parts) + (otherwise or ())
        case Repeat() | Parallel():
            inner = part.parts
    for child in inner:
        yield from parts_within(child)


def flow_parts(flow: Flow) -> Iterator[Part]:
    """Yield every part of a chain, in order, without entering nested flows; nothing for a workflow."""
    if isinstance(flow.body, Chain):
        for part in flow.body.parts:
            yield from parts_within(part)


def flow_steps(flow: Flow) -> Iterator[Step]:
    """Yield every step of a chain and every work of a workflow's transitions, nested flows left out."""
    if isinstance(flow.body, Chain):
        yield from (part for part in flow_parts(flow) if isinstance(part, Step))
    else:
        yield from (t.work for t in flow.body.transitions if t.work is not None)


def nested_flows(flow: Flow) -> Iterator[Flow]:
    """Yield the flows that stand directly in this one: a chain's parts or what transitions run."""
    if isinstance(flow.body, Chain):
        yield from (part.flow for part in flow_parts(flow) if isinstance(part, Nested))
    else:
        yield from (t.runs for t in flow.body.transitions if isinstance(t.runs, Flow))
