"""# CD505: carried-too-long

## Finds

A list, a mapping or bytes that a step of a chain writes and that the chain carries on after the last part that reads
it. Runs only when it is selected.

## Why

A run keeps every key to its end: documents and chunks take memory, count towards `Budget(bytes=…)`, and go into every
store of the run.

## Stays silent when

The flow has `drop=True`, the key is an output, nobody reads it (that is unread-key), or nothing runs after its last
reader.

## Fix

Say `drop=True` on the flow: each key is freed after its last reader, outputs excepted.
"""

from collections.abc import Iterator

from analyzer.facts.carried import Carried, carried
from analyzer.facts.flow_facts import FlowFacts
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import place_in, related, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD505",
    name="carried-too-long",
    severity=Severity.WARNING,
    confidence=Confidence.JUDGED,
    since="0.1.0",
    default=False,
    bad="""\
from chaindsl import chain, step

@step(writes="lines")  # here
def split(text: str) -> list[str]:
    return text.splitlines()

@step(writes="first")
def head(lines: list[str]) -> str:
    return lines[0]

@step(writes="title")
def title(first: str) -> str:
    return first.title()

flow = chain("flow", split, head, title, inputs={"text": str})
""",
    good="""\
from chaindsl import chain, step

@step(writes="lines")
def split(text: str) -> list[str]:
    return text.splitlines()

@step(writes="first")
def head(lines: list[str]) -> str:
    return lines[0]

@step(writes="title")
def title(first: str) -> str:
    return first.title()

flow = chain("flow", split, head, title, inputs={"text": str}, drop=True)
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each large value that is carried on for nobody."""
    for one in carried(facts):
        yield _finding(facts, one)


def _finding(facts: FlowFacts, one: Carried) -> Finding:
    rest = "one more part runs" if one.after == 1 else f"{one.after} more parts run"
    return RULE.finding(
        f"`{one.key}` is carried on to the end of the chain, and nothing reads it after `{one.last}`",
        place_in(facts, one.step.place),
        symbol=symbol_in(facts, str(one.step.name)),
        related=related([(one.last_place, f"`{one.last}` is the last to read it; {rest}")]),
        help=f"say drop=True on `{facts.name}`",
    )
