"""# CD108: can-get-stuck

## Finds

A state where every transition has a guard, whoever acts, or a limit, where nobody decides, and where it can happen that
none can be taken. The values for which that is so are told.

## Why

The run stops there, stuck.

## Stays silent when

A transition without a guard leaves the state, also one of an agent or a person, or the state has a time-out. The guards
cover every case, or it can't be told that they don't.

## Fix

Let one last transition have no guard, or cover the case that is left: with a transition of its own, or a person to ask.
"""

from collections.abc import Iterator

from analyzer.facts.deadlocks import Stuck, leaving, stuck_states
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import Machine
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import about, listed, place_in, related, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.flow import Transition
from chaindsl.graph.guard import Predicate
from chaindsl.graph.state import Actor

RULE = Rule(
    code="CD108",
    name="can-get-stuck",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import transition, workflow

@transition(source="asked", target="paid", actor="deterministic", when="amount < 100")
def pay() -> None: ...

@transition(source="asked", target="refused", actor="deterministic", when="amount > 100")  # here
def refuse() -> None: ...

flow = workflow("flow", pay, refuse, initial="asked", final=["paid", "refused"], inputs={"amount": int})
""",
    good="""\
from chaindsl import transition, workflow

@transition(source="asked", target="paid", actor="deterministic", when="amount < 100")
def pay() -> None: ...

@transition(source="asked", target="refused", actor="deterministic", when="amount >= 100")
def refuse() -> None: ...

flow = workflow("flow", pay, refuse, initial="asked", final=["paid", "refused"], inputs={"amount": int})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each state where nothing may be left to take."""
    if facts.machine is not None and facts.unfolding is not None:
        for stuck in stuck_states(facts.machine, facts.unfolding):
            yield _finding(facts, facts.machine, stuck)


def _finding(facts: FlowFacts, machine: Machine, stuck: Stuck) -> Finding:
    tried = [machine.workflow.transitions[number] for number in leaving(machine.states[stuck.state])]
    opaque = [one.guard.check.name for one in tried if isinstance(one.guard, Predicate)]
    used = [str(machine.workflow.transitions[number].name) for number in stuck.used_up]
    cases = [f"{listed(used)} {'is' if len(used) == 1 else 'are'} used up"] if used else []
    cases += [str(stuck.when)] if stuck.when is not None and stuck.when.values else []
    cases += [f"{listed(opaque)} {'says' if len(opaque) == 1 else 'say'} no"] if opaque else []
    last = tried[-1]
    return RULE.finding(
        f"in `{stuck.state}` nothing can be taken where {' and '.join(cases) or 'no guard holds'}",
        place_in(facts, last.place),
        symbol=symbol_in(facts, stuck.state),
        confidence=Confidence.JUDGED if opaque else Confidence.PROVED,
        related=related((one.place, f"`{one.name}` {_role(one)}") for one in tried[:-1]),
        help="let the last transition have no guard, or cover the case that is left",
        about=about(facts, f"stuck {stuck.state}"),
    )


def _role(transition: Transition) -> str:
    return "is tried before" if transition.actor is Actor.DETERMINISTIC else "is offered only sometimes"
