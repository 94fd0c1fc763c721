"""# CD304: no-budget

## Finds

A flow that calls a model and has no budget of calls or seconds.

## Why

Nothing stops it when it misbehaves but the end of its arithmetic.

## Stays silent when

The flow is a part of another one, whose budget counts its calls. It can't be told whether a model is called.

## Fix

Give it `budget=Budget(calls=...)` or `Budget(seconds=...)`; the most calls it can make are told.
"""

from collections.abc import Iterator

from analyzer.facts.bounds import text
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import place_in, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.unknown import Unknown

RULE = Rule(
    code="CD304",
    name="no-budget",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import Complete, chain, step

@step(writes="answer")
def answer(question: str, *, complete: Complete) -> str:
    return complete(question)

flow = chain("flow", answer, inputs={"question": str})  # here
""",
    good="""\
from chaindsl import Budget, Complete, chain, step

@step(writes="answer")
def answer(question: str, *, complete: Complete) -> str:
    return complete(question)

flow = chain("flow", answer, inputs={"question": str}, budget=Budget(calls=2, seconds=30))
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding if the flow calls a model and nothing limits it."""
    budget = facts.flow.budget
    if facts.is_part or isinstance(budget, Unknown) or not facts.calls_model:
        return
    if budget is None or (budget.calls is None and budget.seconds is None):
        most = facts.calls
        told = f" (it can make {most} calls)" if most.finite else ""
        yield RULE.finding(
            f"`{facts.name}` calls a model and has no budget of calls or seconds",
            place_in(facts),
            symbol=symbol_in(facts),
            witness=[text(most)] if most.finite else [most.reason.text] if most.reason is not None else [],
            help=f"say budget=Budget(calls={most if most.finite else '…'}) or Budget(seconds=…){told}",
        )
