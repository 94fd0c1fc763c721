"""# CD302: calls-over-cap

## Finds

A step whose body can make more model calls than its `max_calls` (1 unless it says otherwise): several calls in a row,
a loop, a `while` that nothing counts, a recursion, the model handed to code that can't be read. A step that runs for
each item of a list that nothing caps.

## Why

A run refuses the call after the last one that the cap allows, and the attempt fails. The bound of the flow is
arithmetic on caps: without one there is no sum, and no budget can be set by it.

## Stays silent when

The most that the body can make, over all its paths, is no more than the cap: loops over `range`, slices, literals,
lists with a `Len` and simple counters are counted, functions of the project are entered. The step has a `limit`, or the
type of the list a `Len`. A model decides how long the list is: that is unbounded-fan-out.

## Fix

Say `max_calls=`, make a step of each call, or cap the loop. Leave it to the flow to try again: `max_attempts`, and
`feedback: Feedback` to learn why a value was rejected. Give a step with `each` a `limit`, or the list a type such as
`Annotated[list[str], Len(1, 64)]`. `--fix` says `max_calls=` where the most is a number that the budget allows, and
with `--unsafe-fixes` a `limit`.
"""

from collections.abc import Iterator
from dataclasses import replace

from analyzer.edit.sites import Sites
from analyzer.facts.body.most import Most
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.body_fan_out import cap, excess
from analyzer.facts.fan_out import fan_outs
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.revised import with_part
from analyzer.finding import Confidence, Finding, Fix, Related, Severity
from analyzer.rules.pieces.telling import place_in, related, symbol_in
from analyzer.rules.pieces.uncapped import uncapped
from analyzer.rules.rule import Rule
from chaindsl.graph.step import Step

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
            yield uncapped(RULE, facts, fan_out, "nothing caps how many there are")


def check_bodies(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each body that can make more calls than its cap."""
    for step in bodies.steps():
        most = excess(bodies, step)
        if most is not None:
            yield _counted(bodies, step, most) if most.finite else _endless(bodies, step, most)


def _counted(bodies: BodyFacts, step: Step, most: Most) -> Finding:
    number, allowed = int(most.number), cap(step)
    said = f"its max_calls is {allowed}" if step.max_calls is not None else "without max_calls= it may make one"
    return RULE.finding(
        f"`{step.name}` can make {number} model calls in one attempt, and {said}",
        place_in(bodies.facts, step.place),
        symbol=symbol_in(bodies.facts, str(step.name)),
        related=_calls(bodies, step),
        help=f"say max_calls={number}, or make a step of each call",
        offer=lambda: _fix(bodies, step, number),
    )


def _endless(bodies: BodyFacts, step: Step, most: Most) -> Finding:
    reason = most.reason
    why = "no bound is found" if reason is None else reason.text
    return RULE.finding(
        f"`{step.name}` can make any number of model calls: {why}",
        place_in(bodies.facts, None if reason is None else reason.place, step.place),
        symbol=symbol_in(bodies.facts, str(step.name)),
        related=[*related([(step.place, f"`{step.name}`, which may make {cap(step)}")]), *_calls(bodies, step)],
        help="cap the loop and say max_calls=, or leave it to the flow to repeat the step",
        confidence=Confidence.JUDGED,
    )


def _calls(bodies: BodyFacts, step: Step) -> list[Related]:
    return related((one.visit.place, "asks the model") for one in bodies.works.asked(step))


def _fix(bodies: BodyFacts, step: Step, number: int) -> Fix | None:
    """More calls than before are allowed, so a run that works now still does."""
    site = Sites(bodies.source).declaration(step.place)
    edits = () if site is None else site.given("max_calls", str(number))
    becomes = with_part(bodies.facts.flow, step, replace(step, max_calls=number))
    return Fix(f"say max_calls={number}", edits, safe=True, becomes=becomes) if edits else None
