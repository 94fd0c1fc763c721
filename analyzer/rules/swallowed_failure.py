"""# CD403: swallowed-failure

## Finds

An `except` (or `contextlib.suppress`) around a model call, or around the reading of a value from a model's text, that
does no more than log, go on, or put a default in the place of the answer.

## Why

Nobody can tell a default from an answer: the run counts as completed, the step is not tried again, and the record holds
no error.

## Stays silent when

Something is raised later, the model is asked again, the failure is noted (a list of errors, a value that says that it
failed), or the default would be rejected by the step's type. The exceptions have nothing to do with models or parsing.

## Fix

Let it raise: the step is tried again, and the failure is in the trace. Say what to do at the end with `fallback=`, and
read values with `parse=`; the record then says that it fell back, and keeps the raw text. `--fix --unsafe-fixes` does
so for a body that ends with the reading of a number or of JSON.
"""

from collections.abc import Iterator

from analyzer.facts.body.swallowing import Swallowed
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.swallowed import swallowed
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.fallback import falling_back
from analyzer.rules.pieces.telling import related, symbol_in
from analyzer.rules.rule import Rule, Scope
from chaindsl.graph.step import Step

RULE = Rule(
    code="CD403",
    name="swallowed-failure",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="0.1.0",
    scope=Scope.BODY,
    bad="""\
from chaindsl import Budget, Complete, Text, chain, step

@step(writes="score")
def rate(text: Text, *, complete: Complete) -> int:
    try:
        return int(complete(text))
    except ValueError:  # here
        return 0

flow = chain("flow", rate, inputs={"text": Text}, budget=Budget(calls=2))
""",
    good="""\
from chaindsl import Budget, Complete, Text, chain, step

@step(writes="score", parse=int, fallback=0)
def rate(text: Text, *, complete: Complete) -> str:
    return complete(text)

flow = chain("flow", rate, inputs={"text": Text}, budget=Budget(calls=2))
""",
)


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each handler that hides a failure."""
    for step in bodies.steps():
        for one in swallowed(bodies, step):
            yield _finding(bodies, step, one)


def _finding(bodies: BodyFacts, step: Step, one: Swallowed) -> Finding:
    what = "a model's text that can't be read" if one.attempt.parsing else "a model call that fails"
    tried = "here the model's text is read" if one.attempt.parsing else "here the model is asked"
    return RULE.finding(
        f"`{step.name}` hides {what}: it {one.instead}",
        one.place,
        symbol=symbol_in(bodies.facts, str(step.name)),
        related=related([(one.attempt.visit.place, tried)]),
        help="let it raise; say fallback= on the step for what to do at the end, and parse= for what to read",
        offer=lambda: falling_back(bodies, step, one.node) if one.attempt.parsing else None,
    )
