"""A flow as it would be with one thing changed, to find out what would follow."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from chaindsl.graph.flow import Branch, Chain, Flow, Parallel, Part, Repeat, Transition, Workflow
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Maybe, Unknown
from chaindsl.graph.walk import flow_parts


def with_part(flow: Flow, old: Part, new: Part | None) -> Flow:
    """Return the flow with one of its parts, wherever it stands, replaced or left out; a transition's work too."""
    match flow.body:
        case Chain(parts):
            return replace(flow, body=Chain(tuple(_parts(parts, old, new))))
        case Workflow() as body if isinstance(new, Step):
            changed = (replace(one, work=new) if one.work is old else one for one in body.transitions)
            return replace(flow, body=replace(body, transitions=tuple(changed)))
    return flow


def with_transition(flow: Flow, old: Transition, new: Transition) -> Flow:
    """Return the flow with one of its transitions replaced."""
    if isinstance(flow.body, Chain):
        return flow
    changed = (new if one is old else one for one in flow.body.transitions)
    return replace(flow, body=replace(flow.body, transitions=tuple(changed)))


def with_name(flow: Flow, old: str, new: str) -> Flow:
    """Return the flow with the name of a state or a key that stands for nothing corrected wherever it is used."""
    for part in list(flow_parts(flow)):
        if isinstance(part, Branch) and part.key == old:
            flow = with_part(flow, part, replace(part, key=new))
        elif isinstance(part, Repeat) and part.until == old:
            flow = with_part(flow, part, replace(part, until=new))
    outputs = (
        flow.outputs if flow.outputs is None or isinstance(flow.outputs, Unknown) else _named(flow.outputs, old, new)
    )
    body = flow.body if isinstance(flow.body, Chain) else _machine(flow.body, old, new)
    return replace(flow, body=body, outputs=outputs)


def _machine(body: Workflow, old: str, new: str) -> Workflow:
    moves = tuple(
        replace(
            one,
            targets=_named(one.targets, old, new),
            on_failure=new if one.on_failure == old else one.on_failure,
        )
        for one in body.transitions
    )
    states = body.states
    if not isinstance(states, Unknown):
        states = tuple(replace(one, on_timeout=new) if one.on_timeout == old else one for one in states)
    return replace(body, transitions=moves, states=states, initial=new if body.initial == old else body.initial)


def _named(names: Maybe[tuple[str, ...]], old: str, new: str) -> Maybe[tuple[str, ...]]:
    return names if isinstance(names, Unknown) else tuple(new if name == old else name for name in names)


def _parts(parts: Iterable[Part], old: Part, new: Part | None) -> Iterator[Part]:
    for part in parts:
        if part is old:
            yield from () if new is None else (new,)
        else:
            yield _within(part, old, new)


def _within(part: Part, old: Part, new: Part | None) -> Part:
    match part:
        case Repeat() | Parallel():
            return replace(part, parts=tuple(_parts(part.parts, old, new)))
        case Branch():
            routes, rest = part.routes, part.otherwise
            if not isinstance(routes, Unknown):
                routes = tuple(replace(route, parts=tuple(_parts(route.parts, old, new))) for route in routes)
            return replace(part, routes=routes, otherwise=None if rest is None else tuple(_parts(rest, old, new)))
    return part
