"""# CD303: over-budget

## Finds

A flow whose most calls exceed its `Budget(calls=...)`, or whose most seconds (time-outs × attempts, and the waits
between attempts) exceed its `Budget(seconds=...)`. The sum is told.

## Why

A run that needs its retries fails over budget, near its end, with most of the money spent.

## Stays silent when

There is no bound, or it can't be known: other rules say where. The flow has no such budget.

## Fix

Raise the budget to what the flow may need, or let it need less: fewer attempts, a lower `limit`, shorter time-outs.
"""

from collections.abc import Iterator

from analyzer.facts.bounds import Bound, text
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import place_in, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.budget import Budget

RULE = Rule(
    code="CD303",
    name="over-budget",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import Budget, Complete, Text, chain, step

@step(writes="draft", max_attempts=3)
def write(question: str, *, complete: Complete) -> Text:
    return complete(question)

@step(writes="answer", max_attempts=3)
def polish(draft: str, *, complete: Complete) -> str:
    return complete(draft)

flow = chain("flow", write, polish, inputs={"question": str}, budget=Budget(calls=4))  # here
""",
    good="""\
from chaindsl import Budget, Complete, Text, chain, step

@step(writes="draft", max_attempts=3)
def write(question: str, *, complete: Complete) -> Text:
    return complete(question)

@step(writes="answer", max_attempts=3)
def polish(draft: str, *, complete: Complete) -> str:
    return complete(draft)

flow = chain("flow", write, polish, inputs={"question": str}, budget=Budget(calls=6))
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each budget that is lower than what the flow may spend."""
    budget = facts.flow.budget
    if not isinstance(budget, Budget):
        return
    if isinstance(budget.calls, int):
        calls = facts.calls if facts.calls.finite else facts.calls_between_decisions
        yield from _judge(facts, calls, budget.calls, "calls")
    if isinstance(budget.seconds, int | float):
        yield from _judge(facts, facts.seconds, budget.seconds, "seconds")


def _judge(facts: FlowFacts, bound: Bound, budget: float, unit: str) -> Iterator[Finding]:
    if bound.finite and bound.most is not None and bound.most > budget:
        what = "model calls" if unit == "calls" else "seconds"
        yield RULE.finding(
            f"`{facts.name}` may need {bound} {what}, and its budget is {budget:g}",
            place_in(facts),
            symbol=symbol_in(facts),
            witness=[text(bound)],
            help=f"raise it to Budget({unit}={bound}), or let the flow need less",
        )
