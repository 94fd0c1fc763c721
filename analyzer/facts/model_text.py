"""Where free text from a model is used as it is: in prompts, in routes and guards, as the input of commands."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from analyzer.facts.body.asked import Asked
from analyzer.facts.body.commands import Role
from analyzer.facts.body.marks import Keyed, Mark
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.contract import name_of
from analyzer.facts.taint import Hop, Trail
from analyzer.facts.trails import Trails
from chaindsl.graph.condition import All, AnyOf, Compare, Condition, Constant, Expression, Key, Member, Not
from chaindsl.graph.flow import Branch, Workflow
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.walk import flow_parts

_MOST_USES = 200
"""More uses of one input of a flow inside are not told apart."""


@dataclass(frozen=True, slots=True)
class Use:
    """One use of what a model wrote: what it is, and where."""

    what: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Reached:
    """A step's free text, the shortest trail to its first use, and all uses."""

    trail: Trail
    uses: tuple[Use, ...]


def reached(bodies: BodyFacts) -> Iterator[Reached]:
    """Yield the steps whose model's free text is used unchecked, in the order of the flow."""
    found: dict[Hop, list[tuple[Trail, Use]]] = {}
    for trail, use in _uses(bodies, bodies.free.models):
        found.setdefault(trail[0], []).append((trail, use))
    for uses in found.values():
        yield Reached(uses[0][0], tuple(dict.fromkeys(use for _, use in uses)))


def _uses(bodies: BodyFacts, trails: Trails) -> Iterator[tuple[Trail, Use]]:
    if trails.empty:
        return
    for step in bodies.steps():
        for one in bodies.works.asked(step):
            use = Use(f"the prompt of `{name_of(step.name)}`", one.visit.place)
            yield from ((trail, use) for trail in _trails(trails, step, _asked_with(bodies, one)))
        for handed in bodies.works.commands(step):
            if handed.role is Role.STDIN:
                use = Use(f"the standard input of a command in `{name_of(step.name)}`", handed.visit.place)
                marks = bodies.works.origins(handed.value)
                yield from ((trail, use) for trail in _trails(trails, step, marks))
    yield from _routes(bodies, trails)
    for inner in bodies.inners:
        for key, mark in inner.handed.items():
            for trail in trails.trails(inner.part, mark.key) if isinstance(mark, Keyed) else ():
                yield from (((*trail, *rest), use) for rest, use in _uses_of(bodies.inner(inner.flow), key))


def _uses_of(bodies: BodyFacts, key: str) -> tuple[tuple[Trail, Use], ...]:
    """What becomes of an input of a flow inside, worked out once: the hops there, and the use."""
    if key not in bodies.uses_of_inputs:
        found = islice(dict.fromkeys(_uses(bodies, bodies.free.given(key))), _MOST_USES)
        bodies.uses_of_inputs[key] = tuple(found)
    return bodies.uses_of_inputs[key]


def _asked_with(bodies: BodyFacts, one: Asked) -> frozenset[Mark]:
    return frozenset().union(*(bodies.works.origins(text) for text in one.texts))


def _trails(trails: Trails, step: Step, marks: frozenset[Mark]) -> Iterator[Trail]:
    """One trail for each step that wrote some of it; what a step asks itself about its own text is not meant."""
    keys = sorted(mark.key for mark in marks if isinstance(mark, Keyed))
    for key in keys:
        yield from trails.trails(step, key)


def _routes(bodies: BodyFacts, trails: Trails) -> Iterator[tuple[Trail, Use]]:
    """Branches on a key, and guards that compare it with a text."""
    flow = bodies.facts.flow
    for part in flow_parts(flow):
        if isinstance(part, Branch) and isinstance(part.key, str):
            for trail in trails.trails(part, part.key):
                yield trail, Use(f"the branch on `{part.key}`", part.place)
    for transition in flow.body.transitions if isinstance(flow.body, Workflow) else ():
        if isinstance(transition.guard, Expression):
            for key in dict.fromkeys(_compared(transition.guard.condition)):
                for trail in trails.trails(transition, key):
                    yield trail, Use(f"the guard of `{name_of(transition.name)}`", transition.place)


def _compared(condition: Condition) -> Iterator[str]:
    """The keys whose very text a guard looks at."""
    match condition:
        case Compare("==" | "!=", Key(name), Constant(str())) | Compare("==" | "!=", Constant(str()), Key(name)):
            yield name
        case Member(Key(name)):
            yield name
        case Not(part):
            yield from _compared(part)
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from _compared(part)
