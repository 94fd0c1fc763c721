"""# CD103: dead-end

## Finds

A state that a run can come to, that is not final, and that nothing leaves.

## Why

The run stops there, stuck, and has not come to its end.

## Stays silent when

Some transitions or final states can't be followed.

## Fix

Name the state in `final`, or lead a transition out of it.
"""

from collections.abc import Iterator

from analyzer.facts.deadlocks import dead_ends
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import about, entering, place_in, related, state_place, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD103",
    name="dead-end",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import State, transition, workflow

@transition(source="asked", target="paid", actor="deterministic", when="amount < 100")
def pay() -> None: ...

@transition(source="asked", target="refused", actor="deterministic")
def refuse() -> None: ...

flow = workflow(
    "flow", pay, refuse, initial="asked", final=["paid"], inputs={"amount": int},
    states=[State("refused", goal="Explain why")],  # here
)
""",
    good="""\
from chaindsl import State, transition, workflow

@transition(source="asked", target="paid", actor="deterministic", when="amount < 100")
def pay() -> None: ...

@transition(source="asked", target="refused", actor="deterministic")
def refuse() -> None: ...

flow = workflow(
    "flow", pay, refuse, initial="asked", final=["paid"], inputs={"amount": int},
    states=[State("refused", goal="Explain why", final=True)],
)
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each state without a way out."""
    machine = facts.machine
    for name in () if machine is None else dead_ends(machine):
        if machine is not None:
            yield RULE.finding(
                f"nothing leaves the state `{name}`, and it is not final",
                place_in(facts, state_place(machine, name)),
                symbol=symbol_in(facts, name),
                related=related((one.place, f"`{one.name}` leads there") for one in entering(machine, name)),
                help=f"name `{name}` in final=, or lead a transition out of it",
                about=about(facts, f"state {name}"),
            )
