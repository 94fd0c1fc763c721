"""From a transition of the graph and the live work behind it to an edge that can be taken."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import PydanticUserError, TypeAdapter
from pydantic.errors import PydanticInvalidForJsonSchema

from chaindsl.graph.flow import Transition
from chaindsl.graph.guard import Expression, Predicate
from chaindsl.graph.step import Source, Step
from chaindsl.runtime.action import Callee
from chaindsl.runtime.attempts import Attempts
from chaindsl.runtime.awaited import awaits
from chaindsl.runtime.bound_step import Binder
from chaindsl.runtime.definition import Work
from chaindsl.runtime.edge import Edge, RunsFlow
from chaindsl.runtime.gatekeeper import Gatekeeper
from chaindsl.runtime.inputs import Inputs
from chaindsl.runtime.program import Program
from chaindsl.runtime.reader import Reader, defaults
from chaindsl.trace.site import Site

_Adapters = dict[str, TypeAdapter[Any]]


def bind_edge(
    binder: Binder,
    transition: Transition,
    work: Work,
    predicate: Callable[..., object] | None,
    program: Program | None,
) -> Edge:
    """Return the edge. `predicate` is the guard where that is a function, `program` the flow that does the work."""
    step = transition.work or Step(transition.name)
    adapters = _supplied(binder, step, work)
    required = frozenset(r.key for r in step.reads if r.source is Source.ACTOR and not r.optional) & adapters.keys()
    return Edge(
        transition,
        _gatekeeper(transition, predicate),
        _attempts(binder, transition, step, work)
        if program is None
        else _runs(binder, transition, step, work, program),
        Inputs(str(transition.name), adapters, required, None, transition.place),
        schema(adapters, required, defaults(work.function)),
        binder.recording,
    )


def schema(
    adapters: Mapping[str, TypeAdapter[Any]], required: frozenset[str], preset: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the JSON Schema of an object with these properties and no others; `preset` holds their defaults."""
    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for name, adapter in adapters.items():
        try:
            found = adapter.json_schema()
        except (PydanticInvalidForJsonSchema, PydanticUserError):
            found = {}
        definitions |= found.pop("$defs", {})
        if isinstance(preset.get(name), str | int | float):
            found["default"] = preset[name]
        properties[name] = found
    made: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        made["required"] = [name for name in adapters if name in required]
    if definitions:
        made["$defs"] = definitions
    return made


def _supplied(binder: Binder, step: Step, work: Work) -> _Adapters:
    """What an actor may supply. A parameter whose annotation can't be resolved may be one of these."""
    found: _Adapters = {}
    for read in step.reads:
        if read.source in (Source.KEY, Source.VALUES):
            continue
        made = binder.adapter(work.actor_types.get(read.parameter, Any), f"{step.name}: {read.key}", step.place)
        if made is not None:
            found[read.key] = made
    return found


def _gatekeeper(transition: Transition, predicate: Callable[..., object] | None) -> Gatekeeper | None:
    name, place = str(transition.name), transition.place
    match transition.guard:
        case Expression(condition):
            return Gatekeeper(name, condition, place)
        case Predicate(check) if predicate is not None:
            callee = Callee(check.name, predicate, asynchronous=awaits(predicate))
            return Gatekeeper(name, (callee, Reader(check.name, predicate, check.reads, place)), place)
    return None


def _attempts(binder: Binder, transition: Transition, step: Step, work: Work) -> Attempts:
    checked = step.writes is not None or step.parsed or transition.menu
    made = binder.attempts(step, work, checked=checked)
    _lead(made.site, transition)
    return made


def _runs(binder: Binder, transition: Transition, step: Step, work: Work, program: Program) -> RunsFlow:
    reader = Reader(f"transition {step.name}", work.function, step.reads, step.place)
    site = binder.site(str(step.name), reader.keys, None, work)
    _lead(site, transition)
    return RunsFlow(program, reader, tuple(read.parameter for read in step.reads), site)


def _lead(site: Site, transition: Transition) -> None:
    """Let records say where the transition leads to."""
    site.menu = transition.menu
    if isinstance(transition.targets, tuple) and not transition.menu:
        site.target = transition.targets[0] if transition.targets else None
