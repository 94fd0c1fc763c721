"""# CD107: chain-too-long

## Finds

A row of deterministic transitions that is longer than `max_chain_depth` allows, limited cycles counted as often as
their limits let them turn.

## Why

The run stops in the middle of the row, at the depth limit, and not where its author meant it to.

## Stays silent when

The row turns in a cycle that nothing limits: that is found as such. Some transitions can't be followed.

## Fix

Raise `max_chain_depth`, lower a `limit`, or let somebody decide on the way.
"""

from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import about, move_lines, place_in, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.flow import Workflow

RULE = Rule(
    code="CD107",
    name="chain-too-long",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import transition, workflow

@transition(source="built", target="tested", actor="deterministic")
def test() -> None: ...

@transition(source="tested", target="built", actor="deterministic", limit=20)
def again() -> None: ...

@transition(source="tested", target="done", actor="deterministic")
def finish() -> None: ...

flow = workflow("flow", test, again, finish, initial="built", final=["done"], max_chain_depth=20)  # here
""",
    good="""\
from chaindsl import transition, workflow

@transition(source="built", target="tested", actor="deterministic")
def test() -> None: ...

@transition(source="tested", target="built", actor="deterministic", limit=3)
def again() -> None: ...

@transition(source="tested", target="done", actor="deterministic")
def finish() -> None: ...

flow = workflow("flow", test, again, finish, initial="built", final=["done"], max_chain_depth=20)
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding if the longest row is too long."""
    body = facts.flow.body
    if facts.machine is None or facts.machine.open or not isinstance(body, Workflow):
        return
    row, depth = facts.longest_row, body.max_chain_depth
    if isinstance(depth, int) and row.length > depth:
        yield RULE.finding(
            f"{row.length} deterministic transitions can follow each other, but max_chain_depth is {depth}",
            place_in(facts),
            symbol=symbol_in(facts),
            witness=move_lines(facts.machine, row.moves),
            help=f"raise max_chain_depth to {row.length}, lower a limit=, or let somebody decide on the way",
            about=about(facts, "rows"),
        )
