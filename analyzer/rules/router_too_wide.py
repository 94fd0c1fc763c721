"""# CD407: router-too-wide

## Finds

A model that chooses among twelve labels or more, for a branch or a menu.

## Why

Models choose worse from long menus, and nobody reads their confusion. Usually two routers are hiding in one.

## Stays silent when

No model makes the choice, or its labels can't be counted.

## Fix

Choose the group first, then within it: two steps with a short menu each.
"""

from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.routers import routers
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import place_in, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD407",
    name="router-too-wide",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="0.1.0",
    bad="""\
from typing import Literal
from chaindsl import Budget, Complete, branch, chain, step

Topic = Literal["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"]
@step(writes="topic", parse=Topic)  # here
def route(text: str, *, complete: Complete) -> str:
    return complete(text)

@step(writes="answer")
def answer(text: str) -> str:
    return text

ROUTES = branch("topic", {"a": answer}, otherwise=answer)
flow = chain("flow", route, ROUTES, inputs={"text": str}, budget=Budget(calls=2))
""",
    good="""\
from typing import Literal
from chaindsl import Budget, Complete, branch, chain, step

@step(writes="topic", parse=Literal["money", "people", "machines"])
def route(text: str, *, complete: Complete) -> str:
    return complete(text)

@step(writes="answer")
def answer(text: str) -> str:
    return text

ROUTES = branch("topic", {"money": answer}, otherwise=answer)
flow = chain("flow", route, ROUTES, inputs={"text": str}, budget=Budget(calls=2))
""",
)

WIDE = 12


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each model that has too many labels to choose from."""
    for router in routers(facts):
        if router.labels >= WIDE:
            yield RULE.finding(
                f"`{router.name}` lets a model choose among {router.labels} labels",
                place_in(facts, router.place),
                symbol=symbol_in(facts, router.name),
                help="choose the group first, then within it: two routers with short menus",
            )
