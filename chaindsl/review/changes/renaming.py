"""Gives the parts of a flow other names, wherever they are named, so that what is only renamed compares as equal."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from chaindsl.graph.flow import Branch, Chain, Flow, Parallel, Part, Repeat, Transition, Workflow
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Never, Passes
from chaindsl.graph.state import State
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import LiteralForm, TypeForm, literal
from chaindsl.graph.unknown import Maybe, Unknown

T = TypeVar("T")
Names = Mapping[str, str]


def renamed(flow: Flow, steps: Names, states: Names, transitions: Names) -> Flow:
    """Return the flow with other names for its steps, states and transitions; flows inside it keep theirs."""
    if not (steps or states or transitions):
        return flow
    everything = {**steps, **states, **transitions}
    guarantees = flow.guarantees
    if not isinstance(guarantees, Unknown):
        guarantees = tuple(_guarantee(guarantee, everything) for guarantee in guarantees)
    body: Chain | Workflow
    if isinstance(flow.body, Chain):
        body = Chain(_parts(flow.body.parts, steps))
    else:
        body = _workflow(flow.body, states, transitions)
    return replace(flow, body=body, guarantees=guarantees)


def _name(value: Maybe[T], names: Names) -> Maybe[T]:
    return names.get(value, value) if isinstance(value, str) else value  # type: ignore[return-value] # a text for a text


def _names(values: Maybe[tuple[str, ...]], names: Names) -> Maybe[tuple[str, ...]]:
    return values if isinstance(values, Unknown) else tuple(names.get(value, value) for value in values)


def _guarantee(guarantee: Guarantee, names: Names) -> Guarantee:
    match guarantee:
        case Passes():
            return replace(guarantee, name=_name(guarantee.name, names), before=_name(guarantee.before, names))
        case Decides():
            return replace(guarantee, before=_name(guarantee.before, names))
        case AtMost():
            return replace(guarantee, name=_name(guarantee.name, names))
        case Never():
            return replace(guarantee, name=_name(guarantee.name, names), after=_name(guarantee.after, names))


def _parts(parts: tuple[Part, ...], names: Names) -> tuple[Part, ...]:
    return tuple(_part(part, names) for part in parts)


def _part(part: Part, names: Names) -> Part:
    match part:
        case Step():
            return replace(part, name=_name(part.name, names))
        case Branch():
            routes = part.routes
            if not isinstance(routes, Unknown):
                routes = tuple(replace(route, parts=_parts(route.parts, names)) for route in routes)
            otherwise = None if part.otherwise is None else _parts(part.otherwise, names)
            return replace(part, routes=routes, otherwise=otherwise)
        case Repeat() | Parallel():
            return replace(part, parts=_parts(part.parts, names))
    return part


def _workflow(body: Workflow, states: Names, transitions: Names) -> Workflow:
    declared = body.states
    if not isinstance(declared, Unknown):
        declared = tuple(_state(state, states) for state in declared)
    return replace(
        body,
        transitions=tuple(_transition(transition, states, transitions) for transition in body.transitions),
        initial=_name(body.initial, states),
        final=_names(body.final, states),
        states=declared,
    )


def _state(state: State, names: Names) -> State:
    return replace(state, name=_name(state.name, names), on_timeout=_name(state.on_timeout, names))


def _transition(transition: Transition, states: Names, transitions: Names) -> Transition:
    work, targets = transition.work, _names(transition.targets, states)
    if transition.menu and work is not None:
        # A menu's targets are what its work may return, sorted.
        work = replace(work, type=_menu(work.type, states))
        targets = targets if isinstance(targets, Unknown) else tuple(sorted(targets))
    return replace(
        transition,
        name=_name(transition.name, transitions),
        sources=_names(transition.sources, states),
        targets=targets,
        on_failure=_name(transition.on_failure, states),
        work=None if work is None else replace(work, name=_name(work.name, transitions)),
    )


def _menu(form: TypeForm, names: Names) -> TypeForm:
    if not isinstance(form, LiteralForm):
        return form
    return literal(replace(one, value=names.get(str(one.value), one.value)) for one in form.values)
