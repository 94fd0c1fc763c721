"""# CD404: hidden-nondeterminism

## Finds

The time, random numbers, fresh identifiers, the environment, or the order of a set, in a guard or in a step that is
handed no tool and has no effect, where what it hands back or the way that it goes depends on it.

## Why

Such a step says that it can be computed from the keys that it reads. Two runs on the same keys differ all the same, a
run that is resumed goes another way, and a test passes by luck.

## Stays silent when

The step is handed a model or a tool, or has an effect. The value is only logged. Generators have a seed, sets are
sorted, or the module read it once when it was imported.

## Fix

Make it an input of the flow, or a tool (`*, now: Clock`), so that it is in the trace and a test can say what it is.
Sort sets: `sorted(names)`.
"""

from collections.abc import Iterator

from analyzer.facts.body.chance import Found
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.computable import Claim, chances, claims
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import related, symbol_in
from analyzer.rules.rule import Rule, Scope

RULE = Rule(
    code="CD404",
    name="hidden-nondeterminism",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="0.1.0",
    scope=Scope.BODY,
    bad="""\
from datetime import date

from chaindsl import chain, step

@step(writes="age")
def age(born: int) -> int:
    return date.today().year - born  # here

flow = chain("flow", age, inputs={"born": int})
""",
    good="""\
from datetime import date

from chaindsl import chain, step

@step(writes="age")
def age(born: int, today: date) -> int:
    return today.year - born

flow = chain("flow", age, inputs={"born": int, "today": date})
""",
)


def check(bodies: BodyFacts) -> Iterator[Finding]:
    """Yield a finding for each expression that differs from run to run where it should not."""
    for claim in claims(bodies):
        for found in chances(bodies, claim):
            yield _finding(bodies, claim, found)


def _finding(bodies: BodyFacts, claim: Claim, found: Found) -> Finding:
    return RULE.finding(
        f"{claim.what} `{claim.function_name}` is to be computed from its keys, and depends on {found.chance.kind}",
        found.frame.module.place(found.node),
        symbol=symbol_in(bodies.facts, claim.name),
        related=related([(claim.place, f"{claim.what} `{claim.function_name}`")]),
        help="make it an input of the flow, or a tool that is handed to a step; sort what is in a set",
    )
