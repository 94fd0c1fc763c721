"""# CD101: deterministic-cycle

## Finds

A cycle of deterministic transitions that nothing but the depth limit stops. It is an error where nothing leaves the
cycle, or its guards read only keys that nothing in it writes; a warning where a guard might end it.

## Why

The run goes round, doing its work again and again, until `max_chain_depth` stops it.

## Stays silent when

A transition on each way round has a `limit`, or an agent or a person decides one. The guards exclude each other, so
that the cycle can't turn. Some transitions or final states can't be followed.

## Fix

Give one of the transitions a `limit`, let its guard read a key that the cycle writes, or let somebody decide.
`--fix --unsafe-fixes` gives a `limit` that `max_chain_depth` has room for, where the run has another way on then.
"""

from collections.abc import Iterator

from analyzer.facts.cycles import Cycle
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import By, Machine
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.limits import limited_turns
from analyzer.rules.pieces.telling import about, listed, move_lines, place_in, related, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD101",
    name="deterministic-cycle",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    also=(Severity.WARNING,),
    bad="""\
from chaindsl import transition, workflow

@transition(source="draft", target="check", actor="deterministic")  # here
def submit() -> None: ...

@transition(source="check", target="done", actor="deterministic", when="score > 8")
def accept() -> None: ...

@transition(source="check", target="draft", actor="deterministic")
def again() -> None: ...

flow = workflow("flow", submit, accept, again, initial="draft", final=["done"], inputs={"score": int})
""",
    good="""\
from chaindsl import transition, workflow

@transition(source="draft", target="check", actor="deterministic", writes="score")
def submit(score: int) -> int:
    return score + 1

@transition(source="check", target="draft", actor="deterministic", when="score < 8", limit=3)
def again() -> None: ...

@transition(source="check", target="done", actor="deterministic")
def accept() -> None: ...

flow = workflow("flow", submit, again, accept, initial="draft", final=["done"], inputs={"score": int})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each group of states that a run can go round in for ever."""
    for cycle in facts.cycles:
        if facts.machine is not None:
            yield _finding(facts, facts.machine, cycle)


def _finding(facts: FlowFacts, machine: Machine, cycle: Cycle) -> Finding:
    first = machine.workflow.transitions[cycle.transitions[0]]
    path = " → ".join(f"`{name}`" for name in (*(move.source for move in cycle.moves), cycle.moves[0].source))
    others = [machine.workflow.transitions[number] for number in dict.fromkeys(cycle.transitions[1:])]
    return RULE.finding(
        f"{path} turns without anybody deciding, and {_end(cycle)}",
        place_in(facts, first.place),
        symbol=symbol_in(facts, str(first.name)),
        severity=Severity.ERROR if cycle.forced else Severity.WARNING,
        related=related((other.place, f"`{other.name}` is part of the cycle") for other in others),
        witness=move_lines(machine, cycle.moves),
        help=_help(cycle),
        offer=lambda: limited_turns(facts, machine, cycle),
        about=about(facts, "rows", *(f"state {name}" for name in cycle.states)),
    )


def _end(cycle: Cycle) -> str:
    if not cycle.forced and any(move.by is By.FAILURE for move in cycle.moves):
        return "it ends only when nothing in it fails any more"
    if not cycle.forced:
        return "only a guard may end it"
    if cycle.asked:
        return f"its guards read only {listed(cycle.asked)}, which nothing in it writes"
    return "nothing ends it"


def _help(cycle: Cycle) -> str:
    if cycle.forced and cycle.asked:
        return f"give one of its transitions a limit=, or let the cycle write {listed(cycle.asked)}"
    return "give one of its transitions a limit=, or let an agent or a person decide it"
