"""# CD202: unread-key

## Finds

A key that a step or a transition writes, and that no path reads afterwards: no parameter, validator, guard, `each`,
`until`, branch, idempotency key or nested flow, and that is no output.

## Why

Whoever wrote it was paid for nothing, or somebody meant to read it and reads another key.

## Stays silent when

The step has an effect: what it does is its purpose. A part behind it can't be followed, or reads all values. A workflow
declares no `outputs`: then all that it writes counts as read in the end. What reads the key can't be reached: that is
found instead.

## Fix

Read the key, add it to `outputs`, or take the step out. `--fix --unsafe-fixes` adds it where the chain has no
`outputs`, and takes the step out where it has.
"""

from collections.abc import Iterator
from dataclasses import replace

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.writes import Lost, lost_writes
from analyzer.finding import Confidence, Finding, Fix, Severity
from analyzer.rules.pieces.removal import handed_back, without_step
from analyzer.rules.pieces.telling import about, place_in, related, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD202",
    name="unread-key",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import chain, step

@step(writes="notes")  # here
def note(question: str) -> str:
    return question

@step(writes="answer")
def answer(question: str) -> str:
    return question

flow = chain("flow", note, answer, inputs={"question": str})
""",
    good="""\
from chaindsl import chain, step

@step(writes="notes")
def note(question: str) -> str:
    return question

@step(writes="answer")
def answer(question: str, notes: str) -> str:
    return question + notes

flow = chain("flow", note, answer, inputs={"question": str})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each write that nothing reads, unless another write always comes first."""
    for lost in lost_writes(facts):
        if not lost.overwritten:
            yield _finding(facts, lost)


def _finding(facts: FlowFacts, lost: Lost) -> Finding:
    key, name = lost.write.key, facts.net.nodes[lost.node].name
    message = f"`{name}` writes `{key}`, which nothing reads"
    return RULE.finding(
        message if not lost.readers else f"{message} on any path from here",
        place_in(facts, lost.write.place),
        symbol=symbol_in(facts, name),
        related=related(
            (node.place, f"{node.title} reads `{key}`, but not what is written here") for node in lost.readers
        ),
        help=f"read `{key}`, add it to outputs=, or take `{name}` out",
        offer=lambda: _fix(facts, lost),
        about=about(facts, f"key {key}", f"part {name}"),
    )


def _fix(facts: FlowFacts, lost: Lost) -> Fix | None:
    """Who says what is handed back means the rest to be read; who doesn't may have taken everything to be."""
    out = without_step(facts, facts.net.nodes[lost.node].part)
    unsaid = facts.flow.outputs is None
    keys = [one.write.key for one in lost_writes(facts) if not one.overwritten] if unsaid else [lost.write.key]
    back = handed_back(facts, list(dict.fromkeys(keys)))
    first, second = (back, out) if unsaid else (out, back)
    return second if first is None else replace(first, instead=second)
