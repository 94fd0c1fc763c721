"""Bodies that make more model calls than their cap allows, and loops in them that a model made as long as it liked."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.body.calls import Loop
from analyzer.facts.body.most import Most
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.contract import name_of
from analyzer.facts.taint import Trail, first
from analyzer.source.definition import Expr
from chaindsl.graph.step import Step, ToolKind
from chaindsl.graph.unknown import Unknown


@dataclass(frozen=True, slots=True, eq=False)
class BodyFanOut:
    """A loop with model calls in the body of a step, and the way from a model to the size of what it goes over."""

    step: Step
    loop: Loop
    trail: Trail

    @property
    def name(self) -> str:
        """The step's name."""
        return name_of(self.step.name)


def body_fan_outs(bodies: BodyFacts) -> Iterator[BodyFanOut]:
    """Yield the loops with model calls whose size a model decides and nothing caps."""
    for step in bodies.steps():
        for loop in bodies.works.loops(step):
            trail = None if loop.count.finite else _trail(bodies, loop)
            if trail is not None:
                yield BodyFanOut(step, loop, trail)


def _trail(bodies: BodyFacts, loop: Loop) -> Trail | None:
    if loop.count.key is not None and loop.count.key in bodies.sized:
        return bodies.sized[loop.count.key]
    return first(bodies.works.size_origins(Expr(loop.node, loop.frame)), bodies.sized)


def cap(step: Step) -> int | None:
    """Return how many model calls one attempt of a step may make; None where that is not known."""
    if isinstance(step.max_calls, Unknown):
        return None
    if step.max_calls is not None:
        return step.max_calls
    return int(any(tool.kind is ToolKind.MODEL for tool in step.tools))


def excess(bodies: BodyFacts, step: Step) -> Most | None:
    """Return the most calls of a body if its cap allows fewer; loops that a model sized are told by themselves."""
    most, allowed = bodies.works.calls(step), cap(step)
    if most is None or allowed is None or most.number <= allowed:
        return None
    endless = (loop for loop in bodies.works.loops(step) if not loop.count.finite)
    sized: set[ast.AST] = {loop.node for loop in endless if _trail(bodies, loop) is not None}
    rest = bodies.works.calls_without(step, sized) if sized else most
    return rest if rest is not None and rest.number > allowed else None
