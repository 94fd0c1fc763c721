"""# CD603: judgement-called-deterministic

## Finds

A guard that asks a model, and a menu of an `actor="deterministic"` transition that does: one that it is handed, or a
client that is known (openai, anthropic, litellm, ollama and others).

## Why

Deterministic transitions run by themselves, again and again, without anybody's deciding. A guard that asks a model is a
judgement in disguise: it is in no trace, in no bound of calls, and gives another answer next time.

## Stays silent when

The model is asked in the work of a transition that leads to one state: its answer is a value like any other. Whom a
function asks can't be followed.

## Fix

Ask in a step of its own that writes a key (`parse=Literal["yes", "no"]`) and guard with that key, or let an agent
decide: `actor="agent"`.
"""

from collections.abc import Iterator

from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.judgements import Judgement, judgements
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import related, symbol_in
from analyzer.rules.rule import Rule, Scope

RULE = Rule(
    code="CD603",
    name="judgement-called-deterministic",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    scope=Scope.BODY,
    bad="""\
from typing import Literal

from chaindsl import Budget, Complete, transition, workflow

@transition(source="new", actor="deterministic")
def sort(mail: str, *, complete: Complete) -> Literal["spam", "mail"]:
    return "spam" if complete(mail) == "yes" else "mail"  # here

flow = workflow(
    "flow", sort, initial="new", final=["spam", "mail"], inputs={"mail": str}, budget=Budget(calls=2)
)
""",
    good="""\
from typing import Literal

from chaindsl import transition, workflow

@transition(source="new", actor="deterministic")
def sort(mail: str) -> Literal["spam", "mail"]:
    return "spam" if "lottery" in mail else "mail"

flow = workflow("flow", sort, initial="new", final=["spam", "mail"], inputs={"mail": str})
""",
)


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each guard or menu that asks a model."""
    for one in judgements(bodies):
        yield _finding(bodies, one)


def _finding(bodies: BodyFacts, one: Judgement) -> Finding:
    return RULE.finding(
        f"{one.what} of `{one.transition}` is to be computed, and asks a model",
        one.place,
        symbol=symbol_in(bodies.facts, one.transition),
        related=related([(one.owner, f"{one.what} of `{one.transition}`")]),
        help="ask in a step that writes a key and guard with that key, or let an agent decide",
    )
