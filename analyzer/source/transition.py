"""Transitions: functions declared with `@transition(...)`."""

from analyzer.source.arguments import Arguments, called
from analyzer.source.check import check
from analyzer.source.declaration import Declaration, declaration
from analyzer.source.definition import Definition, Expr, Function
from analyzer.source.hole import hole
from analyzer.source.part import FLOWS
from analyzer.source.surveyor import Surveyor
from analyzer.source.typed import Given, argument, optional, text, texts, whole
from chaindsl.graph.flow import Flow, Transition
from chaindsl.graph.guard import Expression, Guard, GuardSyntaxError, Predicate, parse_guard
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import labels
from chaindsl.graph.unknown import Maybe, Unknown, Why


def transition(surveyor: Surveyor, item: Definition) -> Transition | Unknown:
    """Return the transition that an item stands for."""
    seen = item if isinstance(item, Expr) else None
    found = surveyor.follow(item)
    declared = declaration(surveyor, found)
    if not isinstance(declared, Declaration):
        return hole(surveyor, declared or found, seen)
    step = surveyor.step(declared) if declared.kind == "transition" else Unknown(Why.OPAQUE)
    if isinstance(step, Unknown):
        return hole(surveyor, step, seen)
    given = declared.arguments
    targets, menu = _targets(surveyor, given, step)
    return Transition(
        name=step.name,
        sources=_sources(surveyor, given),
        targets=targets,
        actor=_actor(surveyor, given),
        menu=menu,
        guard=_guard(surveyor, given.get("when")),
        work=step,
        runs=_runs(surveyor, given.get("runs")),
        limit=argument(surveyor, given.get("limit"), None, optional(whole)),
        on_failure=argument(surveyor, given.get("on_failure"), None, optional(text)),
        title=argument(surveyor, given.get("title"), None, optional(text)),
        place=step.place,
    )


def _sources(surveyor: Surveyor, given: Arguments) -> Maybe[tuple[str, ...]]:
    source = given.get("source")
    if source is None or isinstance(source, Unknown):
        return source or given.call.frame.unknown(Why.UNRESOLVED, given.call.node)
    one = text(surveyor, source)
    return (one,) if isinstance(one, str) else texts(surveyor, source)


def _targets(surveyor: Surveyor, given: Arguments, step: Step) -> tuple[Maybe[tuple[str, ...]], bool]:
    """Where it goes: one state, or for a menu every label of the type."""
    target = given.get("target")
    if target is not None:
        one: Maybe[str | None] = argument(surveyor, target, None, optional(text))
        return (one if isinstance(one, Unknown) else () if one is None else (one,)), False
    if isinstance(step.type, Unknown):
        return step.type, True
    menu = labels(step.type)
    if menu is None or not all(isinstance(value.value, str) for value in menu):
        return given.call.frame.unknown(Why.OPAQUE, given.call.node), False
    return tuple(str(value.value) for value in menu), True


def _actor(surveyor: Surveyor, given: Arguments) -> Maybe[Actor]:
    name = argument(surveyor, given.get("actor"), "agent", text)
    if isinstance(name, Unknown):
        return name
    return Actor(name) if name in tuple(Actor) else given.call.frame.unknown(Why.OPAQUE, given.call.node)


def _guard(surveyor: Surveyor, given: Given) -> Maybe[Guard | None]:
    if given is None or isinstance(given, Unknown):
        return given
    found = surveyor.follow(given)
    if isinstance(found, Function):
        surveyor.follows(found)
        surveyor.named("when", found)
        return Predicate(check(surveyor, found, skip=0))
    said: Maybe[str | None] = optional(text)(surveyor, given)
    if said is None or isinstance(said, Unknown):
        return said
    try:
        return Expression(parse_guard(said))
    except GuardSyntaxError as error:
        unknown = hole(surveyor, found, given if isinstance(given, Expr) else None)
        if unknown.place is not None:
            surveyor.refuse(f"when={said!r}: {error}", unknown.place)
        return Unknown(Why.DYNAMIC, said, unknown.place)


def _runs(surveyor: Surveyor, given: Given) -> Maybe[Flow | None]:
    if given is None or isinstance(given, Unknown):
        return given
    found = surveyor.follow(given)
    call = called(surveyor, found)
    if call is not None and call.name in FLOWS:
        return surveyor.flow(call)
    return (
        None if surveyor.constant(found) is None else hole(surveyor, found, given if isinstance(given, Expr) else None)
    )
