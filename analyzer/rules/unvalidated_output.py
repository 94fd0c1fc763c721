"""# CD401: unvalidated-output

## Finds

Free text from a model, written without a type, a constraint or a validator, that reaches the prompt of a later step,
decides a route or a guard, or becomes the standard input of a command; in this flow, or in one inside it or around it.

## Why

A refusal, an empty answer or half a sentence goes on as if it were an answer, and the next model builds on it.

## Stays silent when

The key has a type that says something: `Text`, `Len(…)`, `Literal`, an enum, a number, a class. The step has a
validator, or `parse=` with such a type. A part in between can't be followed. For a command's arguments see
model-to-command.

## Fix

Write `-> Text` instead of `-> str`, say what the text must be (`Annotated[Text, Len(1, 400)]`, `parse=Literal["yes",
"no"]`), or add `validate=`.
"""

from collections.abc import Iterator

from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.model_text import Reached, reached
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import place_in, related, symbol_in
from analyzer.rules.pieces.trail import trail_lines
from analyzer.rules.rule import Rule, Scope

RULE = Rule(
    code="CD401",
    name="unvalidated-output",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="0.1.0",
    scope=Scope.BODY,
    bad="""\
from chaindsl import Budget, Complete, Text, chain, step

@step(writes="plan")  # here
def think(question: Text, *, complete: Complete) -> str:
    return complete(question)

@step(writes="answer")
def answer(plan: str, *, complete: Complete) -> Text:
    return complete(plan)

flow = chain("flow", think, answer, inputs={"question": Text}, budget=Budget(calls=4))
""",
    good="""\
from chaindsl import Budget, Complete, Text, chain, step

@step(writes="plan")
def think(question: Text, *, complete: Complete) -> Text:
    return complete(question)

@step(writes="answer")
def answer(plan: str, *, complete: Complete) -> Text:
    return complete(plan)

flow = chain("flow", think, answer, inputs={"question": Text}, budget=Budget(calls=4))
""",
)


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each step whose model's text is used unchecked."""
    for one in reached(bodies):
        yield _finding(bodies, one)


def _finding(bodies: BodyFacts, one: Reached) -> Finding:
    source = one.trail[0]
    return RULE.finding(
        f"`{source.key}` is free text from a model, and nothing checks it before it is used",
        place_in(bodies.facts, source.place),
        symbol=symbol_in(bodies.facts, source.writer),
        related=related((use.place, f"it reaches {use.what}") for use in one.uses),
        witness=trail_lines(one.trail),
        help=f"give `{source.writer}` a type that says more than str, such as Text, or a validator",
    )
