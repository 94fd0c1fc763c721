"""# CD601: no-guidance

## Finds

A state where an agent or a person decides, that has neither a goal nor guidance.

## Why

Whoever decides there sees a list of names and must guess what they are for.

## Stays silent when

The declared states can't be followed. No run comes to the state.

## Fix

Declare it: `states=[State("review", goal="...", guidance="...")]`.
"""

from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import Here, Machine
from analyzer.facts.verdict import Verdict
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import place_in, state_place, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.state import Actor
from chaindsl.graph.unknown import Unknown

RULE = Rule(
    code="CD601",
    name="no-guidance",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import transition, workflow

@transition(source="review", target="approved", actor="agent")  # here
def approve() -> None: ...

@transition(source="review", target="refused", actor="agent")
def refuse() -> None: ...

flow = workflow("flow", approve, refuse, initial="review", final=["approved", "refused"])
""",
    good="""\
from chaindsl import State, transition, workflow

@transition(source="review", target="approved", actor="agent")
def approve() -> None: ...

@transition(source="review", target="refused", actor="agent")
def refuse() -> None: ...

GUIDE = State("review", goal="Decide on the payment", guidance="Refuse what has no receipt.")
flow = workflow("flow", approve, refuse, initial="review", final=["approved", "refused"], states=[GUIDE])
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each state where somebody decides without being told about what."""
    machine = facts.machine
    if machine is None or isinstance(machine.workflow.states, Unknown):
        return
    for name, here in machine.states.items():
        actors = _deciders(machine, here)
        if actors and name in machine.reachable and not _guided(here):
            yield RULE.finding(
                f"in `{name}` the {' or the '.join(actors)} decides without a goal or guidance",
                place_in(facts, state_place(machine, name)),
                symbol=symbol_in(facts, name),
                help=f'declare states=[State("{name}", goal="…", guidance="…")]',
            )


def _deciders(machine: Machine, here: Here) -> list[str]:
    """Who decides in a state, where somebody is ever asked."""
    if here.final:
        return []
    offered = [
        machine.workflow.transitions[number].actor
        for number, possible in zip(here.offered, here.choice.offered, strict=True)
        if possible is not Verdict.NO
    ]
    return list(dict.fromkeys(actor.value for actor in offered if isinstance(actor, Actor)))


def _guided(here: Here) -> bool:
    state = here.declared
    return state is not None and any(part is not None and part != "" for part in (state.goal, state.guidance))
