"""# CD402: retried-effect

## Finds

A step or a transition with an effect (`effect=True`, or a command that it returns) that is tried more than once, or
stands in a `repeat`, and has no idempotency key.

## Why

An attempt may fail after its effect has happened: the answer is lost, the time is up, the process dies. The next
attempt then charges the customer, sends the mail or deploys a second time.

## Stays silent when

The step has one attempt and stands in no loop. It has `idempotency_key=`, or a parameter annotated `IdempotencyKey`.
`effect=False` says that its command only looks.

## Fix

Hand a key outward, `idempotency_key="charge-{order_id}"` with a parameter annotated `IdempotencyKey`, or say
`max_attempts=1`.
"""

from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.repeated_effects import Repeated, repeated_effects
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import place_in, related, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD402",
    name="retried-effect",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import chain, step

@step(writes="receipt", effect=True)  # here
def charge(order: str, *, bank: object) -> str:
    return str(bank)

flow = chain("flow", charge, inputs={"order": str})
""",
    good="""\
from chaindsl import IdempotencyKey, chain, step

@step(writes="receipt", effect=True, idempotency_key="charge-{order}")
def charge(order: str, *, bank: object, key: IdempotencyKey) -> str:
    return str(bank) + str(key)

flow = chain("flow", charge, inputs={"order": str})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each effect that may happen again."""
    for repeated in repeated_effects(facts.flow):
        yield _finding(facts, repeated)


def _finding(facts: FlowFacts, repeated: Repeated) -> Finding:
    step = repeated.step
    return RULE.finding(
        f"`{step.name}` has an effect that may happen more than once, and no idempotency key",
        place_in(facts, step.place),
        symbol=symbol_in(facts, str(step.name)),
        related=related((place, text) for text, place in repeated.again if place != step.place),
        witness=[text for text, _ in repeated.again],
        help=f"give `{step.name}` an idempotency_key=, or say max_attempts=1 and keep it out of loops",
    )
