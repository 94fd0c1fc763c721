"""# CD206: unused-input

## Finds

An input that nothing reads, or that is overwritten before anything reads it.

## Why

Callers must supply it for nothing, or somebody meant to read it and reads another key.

## Stays silent when

A part of the flow can't be followed, or reads all values. The input is an output. What reads it can't be reached.

## Fix

Read the key, or take it out of `inputs`, as `--fix --unsafe-fixes` does. Who calls the flow has to follow.
"""

from collections.abc import Iterator
from functools import partial

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.net import Net
from analyzer.facts.writes import read_in_vain
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.removal import without_input
from analyzer.rules.pieces.telling import about, place_in, related, symbol_in
from analyzer.rules.rule import Rule
from chaindsl.graph.unknown import known

RULE = Rule(
    code="CD206",
    name="unused-input",
    severity=Severity.WARNING,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import chain, step

@step(writes="answer")
def answer(question: str) -> str:
    return question

flow = chain("flow", answer, inputs={"question": str, "tone": str})  # here
""",
    good="""\
from chaindsl import chain, step

@step(writes="answer")
def answer(question: str, tone: str) -> str:
    return question + tone

flow = chain("flow", answer, inputs={"question": str, "tone": str})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each input that no path reads."""
    live = facts.keys.live[Net.START]
    for entry in known(facts.flow.inputs, ()):
        if live & facts.net.index.bit(entry.key) or read_in_vain(facts, entry.key):
            continue
        readers = facts.net.readers.get(entry.key, ())
        others = facts.keys.definitions if readers else ()
        writers = [write for node, write in others if write.key == entry.key and node != Net.START]
        hidden = bool(writers)
        yield RULE.finding(
            f"the input `{entry.key}` is overwritten before anything reads it"
            if hidden
            else f"nothing reads the input `{entry.key}`",
            place_in(facts, entry.place),
            symbol=symbol_in(facts, entry.key),
            related=related((write.place, f"{write.writer} overwrites it") for write in writers),
            help=f"read `{entry.key}`, or take it out of inputs=",
            offer=partial(without_input, facts, entry.key),
            about=about(facts, f"key {entry.key}"),
        )
