"""# CD104: trap

## Finds

States that a run can go round in, but from which no final state can be reached.

## Why

Whatever is decided there, the run never comes to its end.

## Stays silent when

The states are a deterministic cycle, which is found as such. Some transitions or final states can't be followed.

## Fix

Lead a transition from one of the states towards a final one, or name one of them in `final`.
"""

from collections.abc import Iterator

from analyzer.facts.deadlocks import traps
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import about, entering, listed, place_in, related, state_place, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD104",
    name="trap",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import State, transition, workflow

@transition(source="draft", target="review", actor="deterministic")  # here
def submit() -> None: ...

@transition(source="review", target="draft", actor="human")
def revise() -> None: ...

GUIDE = State("review", goal="Read it")
flow = workflow("flow", submit, revise, initial="draft", final=["done"], states=[GUIDE])
""",
    good="""\
from chaindsl import State, transition, workflow

@transition(source="draft", target="review", actor="deterministic")
def submit() -> None: ...

@transition(source="review", target="draft", actor="human")
def revise() -> None: ...

@transition(source="review", target="done", actor="human")
def approve() -> None: ...

GUIDE = State("review", goal="Read it")
flow = workflow("flow", submit, revise, approve, initial="draft", final=["done"], states=[GUIDE])
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each group of states without a way to the end."""
    machine = facts.machine
    for group in () if machine is None else traps(machine):
        if machine is not None:
            inward = [one for name in group for one in entering(machine, name)]
            yield RULE.finding(
                f"from {listed(group)} no final state can be reached",
                place_in(facts, state_place(machine, group[0])),
                symbol=symbol_in(facts, group[0]),
                related=related((one.place, f"`{one.name}` leads there") for one in inward[:5]),
                help="lead a transition towards a final state, or name one of these states in final=",
                about=about(facts, *(f"state {name}" for name in (*group, *machine.final))),
            )
