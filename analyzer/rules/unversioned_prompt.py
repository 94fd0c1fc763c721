"""# CD501: unversioned-prompt

## Finds

A model that is asked with text from the code which `prompt(...)` did not define: a literal, an f-string, a
concatenation, a template in a constant or in a helper function.

## Why

The text has no name and no version. The trace can't say which wording an answer is due to, and nobody notices that it
was changed.

## Stays silent when

The text comes from a prompt, from a key or from a tool, or it can't be followed. What is put between prompts has no
words in it.

## Fix

Define it, `CLARIFY = prompt("clarify", version="1", text="… {question}")`, name it on the step (`prompt=CLARIFY`), and
ask with `CLARIFY.format(question=question)`.
"""

from collections.abc import Iterator

from analyzer.facts.body.asked import Asked
from analyzer.facts.body_facts import BodyFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import related, symbol_in
from analyzer.rules.rule import Rule, Scope
from analyzer.source.definition import Expr
from chaindsl.graph.step import Step

RULE = Rule(
    code="CD501",
    name="unversioned-prompt",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    scope=Scope.BODY,
    bad="""\
from chaindsl import Budget, Complete, Text, chain, step

@step(writes="clear")
def clarify(question: Text, *, complete: Complete) -> Text:
    return complete(f"Restate the question: {question}")  # here

flow = chain("flow", clarify, inputs={"question": Text}, budget=Budget(calls=2))
""",
    good="""\
from chaindsl import Budget, Complete, Text, chain, prompt, step

CLARIFY = prompt("clarify", version="1", text="Restate the question: {question}")

@step(writes="clear", prompt=CLARIFY)
def clarify(question: Text, *, complete: Complete) -> Text:
    return complete(CLARIFY.format(question=question))

flow = chain("flow", clarify, inputs={"question": Text}, budget=Budget(calls=2))
""",
)


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each text in the code that a model is asked with."""
    for step in bodies.steps():
        seen: set[object] = set()
        for one, written in bodies.works.texts(step):
            if written.node not in seen:
                seen.add(written.node)
                yield _finding(bodies, step, one, written)


def _finding(bodies: BodyFacts, step: Step, one: Asked, written: Expr) -> Finding:
    return RULE.finding(
        "a model is asked with this text, which is no prompt with a name and a version",
        written.frame.module.place(written.node),
        symbol=symbol_in(bodies.facts, str(step.name)),
        related=related([(one.visit.place, "here the model is asked")]),
        help='define it with prompt("…", version="1", text="…") and ask with its format(…)',
    )
