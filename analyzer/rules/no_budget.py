"""# CD304: no-budget

## Finds

A flow that calls a model and has no budget of calls or seconds.

## Why

Nothing stops it when it misbehaves but the end of its arithmetic.

## Stays silent when

The flow is a part of another one, in the same file or in another that is checked with it: the budget of that one counts
its calls. It can't be told whether a model is called.

## Fix

Give it `budget=Budget(calls=...)` or `Budget(seconds=...)`; the most calls it can make are told, and `--fix` allows
just these, which no run exceeds.
"""

import ast
from collections.abc import Iterator
from dataclasses import replace

from analyzer.edit.call import CallSite
from analyzer.edit.imports import spelling
from analyzer.edit.sites import Sites
from analyzer.facts.bounds import text
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Edit, Finding, Fix, Severity
from analyzer.rules.pieces.telling import place_in, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.budget import Budget
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
            offer=lambda: _fix(facts, budget or Budget()),
        )


def _fix(facts: FlowFacts, budget: Budget) -> Fix | None:
    """No run makes more calls than the bound says, so none that works now ends otherwise."""
    sites = None if facts.source is None else Sites(facts.source)
    site = None if sites is None else sites.flow
    if sites is None or site is None or not sites.made_once(site) or not facts.calls.finite:
        return None
    most = int(facts.calls.most or 0)
    edits = _edits(site, most)
    becomes = replace(facts.flow, budget=replace(budget, calls=most))
    return Fix(f"say calls={most} in its budget", edits, safe=True, becomes=becomes) if edits else None


def _edits(site: CallSite, most: int) -> tuple[Edit, ...]:
    held = site.value("budget")
    if isinstance(held, ast.Call) and ast.unparse(held.func).endswith("Budget"):
        return CallSite(site.module, held).given("calls", str(most))
    if held is not None and not (isinstance(held, ast.Constant) and held.value is None):
        return ()
    spelt = spelling(site, "Budget")
    added = () if spelt is None else site.given("budget", f"{spelt.text}(calls={most})")
    return (*spelt.edits, *added) if spelt is not None and added else ()
