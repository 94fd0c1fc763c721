"""# CD302: calls-over-cap

## Finds

A step that can make more model calls than anything says: it runs for each item of a list that nothing caps.

## Why

The bound of the flow is arithmetic on its caps. Without one there is no sum, and no budget can be set by it.

## Stays silent when

The step has a `limit`, or the type of the list a `Len`. A model decides how long the list is: that is
unbounded-fan-out. The type of the list can't be told.

## Fix

Give the step a `limit`, or the list a type such as `Annotated[list[str], Len(1, 64)]`.
"""

from collections.abc import Iterator

from analyzer.facts.fan_out import FanOut, fan_outs
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import place_in, related, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD302",
    name="calls-over-cap",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import Budget, Complete, chain, step

@step(writes="chunks")
def cut(text: str) -> list[str]:
    return text.split()

@step(writes="notes", each="chunks")  # here
def note(chunk: str, *, complete: Complete) -> str:
    return complete(chunk)

flow = chain("flow", cut, note, inputs={"text": str}, budget=Budget(seconds=60))
""",
    good="""\
from chaindsl import Budget, Complete, chain, step

@step(writes="chunks")
def cut(text: str) -> list[str]:
    return text.split()

@step(writes="notes", each="chunks", limit=64)
def note(chunk: str, *, complete: Complete) -> str:
    return complete(chunk)

flow = chain("flow", cut, note, inputs={"text": str}, budget=Budget(seconds=60))
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each `each` over a list without a cap."""
    for fan_out in fan_outs(facts):
        if not fan_out.by_model:
            yield _finding(facts, fan_out)


def _finding(facts: FlowFacts, fan_out: FanOut) -> Finding:
    return RULE.finding(
        f"`{fan_out.name}` calls a model for each item of `{fan_out.key}`, and nothing caps how many there are",
        place_in(facts, fan_out.step.place),
        symbol=symbol_in(facts, fan_out.name),
        related=related(
            (write.place, f"{write.writer} writes `{fan_out.key}` without a cap") for write in fan_out.uncapped
        ),
        help=f"give `{fan_out.name}` a limit=, or `{fan_out.key}` a type with Len(…)",
    )
