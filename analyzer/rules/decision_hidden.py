"""# CD111: decision-hidden

## Finds

A deterministic transition without a guard in a state where transitions of an agent or a person are offered as well.

## Why

It is always taken, so nobody is ever asked.

## Stays silent when

The deterministic transition has a `limit`: when that is used up, somebody decides.

## Fix

Give it a guard or a `limit`, or take the decision out.
"""

from collections.abc import Iterator

from analyzer.facts.blocked import hiding_decisions
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import about, listed, place_in, related, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD111",
    name="decision-hidden",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import State, transition, workflow

@transition(source="asked", target="paid", actor="deterministic")  # here
def pay() -> None: ...

@transition(source="asked", target="refused", actor="human")
def refuse() -> None: ...

GUIDE = State("asked", goal="Approve the payment")
flow = workflow("flow", pay, refuse, initial="asked", final=["paid", "refused"], states=[GUIDE])
""",
    good="""\
from chaindsl import State, transition, workflow

@transition(source="asked", target="paid", actor="deterministic", when="amount < 100")
def pay() -> None: ...

@transition(source="asked", target="refused", actor="human")
def refuse() -> None: ...

GUIDE = State("asked", goal="Approve the payment")
flow = workflow(
    "flow", pay, refuse, initial="asked", final=["paid", "refused"], states=[GUIDE], inputs={"amount": int}
)
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each transition that keeps a decision from being made."""
    machine = facts.machine
    if machine is None or machine.open:
        return
    for name, here in machine.states.items():
        found = hiding_decisions(machine, here) if name in machine.reachable and not here.final else None
        if found is not None:
            taken = machine.workflow.transitions[found[0]]
            hidden = [machine.workflow.transitions[number] for number in found[1]]
            names = [str(one.name) for one in hidden]
            yield RULE.finding(
                f"`{taken.name}` has no guard, so in `{name}` nobody is ever asked about {listed(names)}",
                place_in(facts, taken.place),
                symbol=symbol_in(facts, str(taken.name)),
                related=related((one.place, f"`{one.name}` is never offered in `{name}`") for one in hidden),
                help=f"give `{taken.name}` a guard or a limit=, or take the decision out",
                about=about(facts, *(f"transition {hidden}" for hidden in names)),
            )
