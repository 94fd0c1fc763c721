"""# CD301: unbounded-fan-out

## Finds

A step that calls a model for each item of a list whose size a model decides, where nothing caps it: no `limit` on the
step, no `Len` in the type of the list. A loop, a comprehension, `map` or a pool in a body that does the same.

## Why

A model that writes three hundred items instead of three makes three hundred calls.

## Stays silent when

The list is capped: by its type, by a slice, `islice`, `zip` with something capped, a counter. It can't be told what its
type is, or who made it.

## Fix

Give the step a `limit`, or the list a type such as `Annotated[list[str], Len(1, 8)]`. In a body go over `items[:8]`,
and say `max_calls=8`; better, make it a step with `each`, of which only the failed items are retried.
`--fix --unsafe-fixes` gives the step a `limit`: what the budget of calls and seconds allows, at most 64.
"""

from collections.abc import Iterator

from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.body_fan_out import BodyFanOut, body_fan_outs
from analyzer.facts.fan_out import fan_outs
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import related, symbol_in
from analyzer.rules.pieces.trail import trail_lines
from analyzer.rules.pieces.uncapped import uncapped
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD301",
    name="unbounded-fan-out",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    also=(Severity.WARNING,),
    bad="""\
from chaindsl import Budget, Complete, chain, step

@step(writes="parts", parse=list[str])
def split(question: str, *, complete: Complete) -> str:
    return complete(question)

@step(writes="answers", each="parts")  # here
def answer(part: str, *, complete: Complete) -> str:
    return complete(part)

flow = chain("flow", split, answer, inputs={"question": str}, budget=Budget(seconds=60))
""",
    good="""\
from chaindsl import Budget, Complete, chain, step

@step(writes="parts", parse=list[str])
def split(question: str, *, complete: Complete) -> str:
    return complete(question)

@step(writes="answers", each="parts", limit=5)
def answer(part: str, *, complete: Complete) -> str:
    return complete(part)

flow = chain("flow", split, answer, inputs={"question": str}, budget=Budget(seconds=60))
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each `each` over a list that a model made as long as it liked."""
    for fan_out in fan_outs(facts):
        if fan_out.by_model:
            yield uncapped(RULE, facts, fan_out, "a model decides how many there are")


def check_bodies(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each loop with model calls that a model made as long as it liked."""
    for fan_out in body_fan_outs(bodies):
        yield _in_body(bodies, fan_out)


def _in_body(bodies: BodyFacts, fan_out: BodyFanOut) -> Finding:
    node, module = fan_out.loop.node, fan_out.loop.frame.module
    return RULE.finding(
        f"`{fan_out.name}` calls a model for each item of `{module.segment(node)}`, "
        "and a model decides how many there are",
        module.place(node),
        symbol=symbol_in(bodies.facts, fan_out.name),
        related=related([(fan_out.step.place, f"`{fan_out.name}`, which is handed the model")]),
        witness=trail_lines(fan_out.trail),
        help=f"cap it, as in `{module.segment(node)}[:8]` with max_calls=8, or make it a step with each= and limit=",
        severity=Severity.WARNING,
        confidence=Confidence.JUDGED,
    )
