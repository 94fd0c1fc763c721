"""# CD106: branch-not-exhaustive

## Finds

A branch on a key that can have a value without a route, where there is no `otherwise`; and a route for a value that
the key can't have. What values there are is read off the writer's type: a `Literal`, an enum, a `bool`.

## Why

A value without a route fails the run. A route that is never taken is work that never happens, often a misspelt label.

## Stays silent when

The type of the key is not known. There is an `otherwise` on a type that the routes cover.

## Fix

Add the missing route or `otherwise=`, correct the label, or let the writer's type name the values, as
`parse=Literal[...]` does. `--fix --unsafe-fixes` corrects a label that resembles the one value without a route, says
`otherwise=None`, or takes a route out that is never taken.
"""

from collections.abc import Iterator
from functools import partial

from analyzer.facts.contract import Write
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.lineage import SCALARS
from analyzer.facts.net import Node
from analyzer.facts.routes import Labels, possible_labels
from analyzer.finding import Confidence, Finding, Fix, Severity
from analyzer.rules.pieces.routes import caught, relabelled, without_route
from analyzer.rules.pieces.telling import about, listed, place_in, related, symbol_in, type_told
from analyzer.rules.rule import Rule
from chaindsl.graph.flow import Branch, Nested, Route
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import Constrained, LiteralValue, Named
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import parts_within

RULE = Rule(
    code="CD106",
    name="branch-not-exhaustive",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    also=(Severity.WARNING,),
    bad="""\
from typing import Literal
from chaindsl import branch, chain, step

@step(writes="kind")
def classify(text: str) -> Literal["bug", "question", "praise"]:
    return "bug"

@step(writes="answer")
def answer(text: str) -> str:
    return text

flow = chain("flow", classify, branch("kind", {"bug": answer, "question": answer}), inputs={"text": str})  # here
""",
    good="""\
from typing import Literal
from chaindsl import branch, chain, step

@step(writes="kind")
def classify(text: str) -> Literal["bug", "question", "praise"]:
    return "bug"

@step(writes="answer")
def answer(text: str) -> str:
    return text

flow = chain("flow", classify, branch("kind", {"bug": answer}, otherwise=answer), inputs={"text": str})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each branch with values that have no route, and for each route that has no value."""
    for number, node in enumerate(facts.net.nodes):
        part = node.part
        if isinstance(part, Branch) and isinstance(part.key, str) and not isinstance(part.routes, Unknown):
            writers = facts.keys.writers(number, part.key)
            if writers and not any(isinstance(route.label, Unknown) for route in part.routes):
                yield from _judge(facts, node, part, part.key, part.routes, writers)


def _judge(
    facts: FlowFacts, node: Node, part: Branch, key: str, routes: tuple[Route, ...], writers: list[Write]
) -> Iterator[Finding]:
    possible = possible_labels(writers)
    named = [route.label for route in routes if isinstance(route.label, LiteralValue)]
    wrote = related((write.place, f"{write.writer} writes `{key}` as `{type_told(write.type)}`") for write in writers)
    place, symbol = place_in(facts, node.place), symbol_in(facts, key)
    if possible is None:
        if part.otherwise is None and all(_open(write) for write in writers):
            yield RULE.finding(
                f"`{key}` is a `{type_told(writers[0].type)}`: any value but {listed(label.label for label in named)} "
                "has no route and fails the run",
                place,
                symbol=symbol,
                severity=Severity.WARNING,
                related=wrote,
                help="add otherwise=, or let the writer's type name the values, as in parse=Literal[...]",
                offer=lambda: caught(facts, part),
            )
        return
    routed, written = Labels(named), Labels(possible)
    missing = [label for label in possible if label not in routed]
    dead = [label for label in named if label not in written]
    if missing and part.otherwise is None:
        yield RULE.finding(
            f"`{key}` can be {listed(label.label for label in missing)}, for which there is no route",
            place,
            symbol=symbol,
            related=wrote,
            help="add the route, or otherwise=",
            offer=lambda: relabelled(facts, part, dead, missing) or caught(facts, part),
        )
    for route, label in zip(routes, named, strict=True):
        if label in dead:
            yield RULE.finding(
                f"the route for `{label.label}` is never taken: `{key}` is always one of "
                f"{listed(other.label for other in possible)}",
                place,
                symbol=symbol,
                severity=Severity.WARNING,
                related=wrote,
                help="correct the label, or take the route out",
                about=about(facts, *(f"part {name}" for name in _names(route))),
                offer=partial(_for_dead, facts, part, dead, missing, label),
            )


def _for_dead(
    facts: FlowFacts, part: Branch, dead: list[LiteralValue], missing: list[LiteralValue], label: LiteralValue
) -> Fix | None:
    return relabelled(facts, part, dead, missing) or without_route(facts, part, label)


def _open(write: Write) -> bool:
    """Whether a type certainly has more values than any routes can name."""
    form = write.type.base if isinstance(write.type, Constrained) else write.type
    return isinstance(form, Named) and form.name in SCALARS - {"bool", "None"}


def _names(route: Route) -> Iterator[str]:
    for part in route.parts:
        for inner in parts_within(part):
            name = inner.name if isinstance(inner, Step) else inner.flow.name if isinstance(inner, Nested) else None
            if isinstance(name, str):
                yield name
