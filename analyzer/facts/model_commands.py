"""What a model wrote, without a type that limits it, and a command gets."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from analyzer.facts.body.commands import Handed, Role
from analyzer.facts.body.marks import Argument, Mark
from analyzer.facts.body.tested import tested
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.taint import Trail, limited
from analyzer.facts.trails import Trails
from analyzer.source.definition import Definition, Expr
from chaindsl.graph.place import Place
from chaindsl.graph.step import Source, Step

_MOST_SUNK = 200
"""More values from one input of a flow inside are not told apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Sunk:
    """A value that reaches a command, the way from a model to it; `argument` names what an agent supplies."""

    step: str
    handed: Handed
    trail: Trail
    argument: str = ""

    @property
    def role(self) -> Role:
        """What it is to the command."""
        return self.handed.role

    @property
    def place(self) -> Place:
        """Where the value stands."""
        value = self.handed.value
        return value.frame.module.place(value.node) if isinstance(value, Expr) else self.handed.visit.place


def sunk(bodies: BodyFacts, trails: Trails | None = None) -> Iterator[Sunk]:
    """Yield what commands get in the bodies of a flow; standard input can't become an option or a program.

    With `trails` only what comes along one of these. Into flows inside goes what they are handed.
    """
    if not bodies.starts_commands:
        return
    found = trails or bodies.wild.models
    for step in bodies.steps():
        yield from _in_step(bodies, step, found)
    for inner in bodies.inners:
        within = bodies.inner(inner.flow)
        for key, mark in inner.handed.items():
            trail = found.into(inner.part, [mark])
            if trail is not None:
                for one in _sunk_of(within, key):
                    yield replace(one, trail=(*trail, *one.trail), argument=_name(mark, trail))


def _sunk_of(bodies: BodyFacts, key: str) -> tuple[Sunk, ...]:
    """What becomes of an input of a flow inside, worked out once."""
    if key not in bodies.sunk_of_inputs:
        bodies.sunk_of_inputs[key] = tuple(islice(sunk(bodies, bodies.wild.given(key)), _MOST_SUNK))
    return bodies.sunk_of_inputs[key]


def _name(mark: Mark, trail: Trail) -> str:
    return mark.name if isinstance(mark, Argument) and not trail else ""


def _in_step(bodies: BodyFacts, step: Step, trails: Trails) -> Iterator[Sunk]:
    for handed in bodies.works.commands(step):
        if handed.role is Role.STDIN:
            continue
        wild = _wild(step, bodies.works.origins(handed.value))
        trail = trails.into(step, wild)
        if trail is not None and not _tested(bodies, step, handed.value, trails):
            names = sorted(mark.name for mark in wild if isinstance(mark, Argument) and not mark.person)
            yield Sunk(str(step.name), handed, trail, names[0] if names and not trail else "")


def _wild(step: Step, marks: Iterable[Mark]) -> list[Mark]:
    """The origins without the arguments of an actor whose type limits them, or is not known."""
    kinds = {read.parameter: limited(read.type) for read in step.reads if read.source is Source.ACTOR}
    return [mark for mark in marks if not isinstance(mark, Argument) or kinds.get(mark.name) is False]


def _tested(bodies: BodyFacts, step: Step, value: Definition, trails: Trails) -> bool:
    """Whether the body has looked at every name in a value and would have left."""
    if not isinstance(value, Expr):
        return False
    names = {node.id for node in ast.walk(value.node) if isinstance(node, ast.Name)}
    origins = {name: bodies.works.origins(Expr(ast.Name(name, ast.Load()), value.frame)) for name in names}
    marked = [name for name, marks in origins.items() if trails.into(step, _wild(step, marks)) is not None]
    return bool(marked) and all(tested(value.frame, name) for name in marked)
