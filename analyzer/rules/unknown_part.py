"""# CD002: unknown-part

## Finds

Parts, names, keys, guards, limits and the like that stay unknown: made by code from outside the project, by a loop, by
a call whose result depends on what is only there at run time.

## Why

Rules are silent about what they can't know, so the flow is checked only in part. This is information: it never
decides the exit status.

## Stays silent when

Only a type is unknown, as names from other packages are.

## Fix

Write the part where it can be read: a literal, a constant of the project, a function that returns the flow. To check
flows that are put together at run time, use `chaindsl check --load module:flow`.
"""

from collections.abc import Iterator

from analyzer.facts.body.known import known
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.holes import gaps
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import place_in, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.unknown import Why

RULE = Rule(
    code="CD002",
    name="unknown-part",
    severity=Severity.INFO,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import chain, step
from plugins import load_steps

@step(writes="answer")
def answer(question: str) -> str:
    return question

flow = chain("flow", answer, *load_steps(), inputs={"question": str})  # here
""",
    good="""\
from chaindsl import chain, step

@step(writes="answer")
def answer(question: str) -> str:
    return question

STEPS = [answer]
flow = chain("flow", *STEPS, inputs={"question": str})
""",
)

_BECAUSE = {
    Why.OUTSIDE: "it comes from outside the project",
    Why.UNRESOLVED: "its name is not defined where it can be seen",
    Why.DYNAMIC: "its value is only known when it runs",
    Why.OPAQUE: "it is no part that a flow can have here",
}


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each place in a flow that stays unknown."""
    whole = {} if facts.source is None else known(facts.source.reader, "whole steps")
    for gap in gaps(facts.flow, whole):
        text = f", `{gap.unknown.text}`," if gap.unknown.text else ""
        yield RULE.finding(
            f"{gap.what}{text} can't be followed from source: {_BECAUSE[gap.unknown.why]}",
            place_in(facts, gap.unknown.place, gap.place),
            symbol=symbol_in(facts),
            help="what depends on it is not checked; write it where it can be read",
        )
