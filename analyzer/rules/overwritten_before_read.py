"""# CD203: overwritten-before-read

## Finds

A write that is overwritten on every path before anything reads it.

## Why

The first writer was paid for nothing. Often the second was meant to write another key.

## Stays silent when

The step has an effect. Some path reads the key first, or can't be followed.

## Fix

Write to another key, read the first value, or take the first writer out, as `--fix --unsafe-fixes` does.
"""

from collections.abc import Iterator
from functools import partial

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.writes import lost_writes
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.removal import without_step
from analyzer.rules.pieces.telling import about, place_in, related, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD203",
    name="overwritten-before-read",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import chain, step

@step(writes="draft")  # here
def write(question: str) -> str:
    return question

@step(writes="draft")
def rewrite(question: str) -> str:
    return question

flow = chain("flow", write, rewrite, inputs={"question": str})
""",
    good="""\
from chaindsl import chain, step

@step(writes="draft")
def write(question: str) -> str:
    return question

@step(writes="draft")
def rewrite(draft: str) -> str:
    return draft

flow = chain("flow", write, rewrite, inputs={"question": str})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each write that another one always undoes."""
    for lost in lost_writes(facts):
        if lost.overwritten:
            key, name = lost.write.key, facts.net.nodes[lost.node].name
            yield RULE.finding(
                f"`{name}` writes `{key}`, which is always overwritten before anything reads it",
                place_in(facts, lost.write.place),
                symbol=symbol_in(facts, name),
                related=related((node.place, f"{node.title} overwrites it") for node in lost.writers),
                help=f"write to another key, read `{key}` before it is overwritten, or take `{name}` out",
                offer=partial(without_step, facts, facts.net.nodes[lost.node].part),
                about=about(facts, f"key {key}", f"part {name}"),
            )
