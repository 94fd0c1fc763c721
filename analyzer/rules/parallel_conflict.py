"""# CD205: parallel-conflict

## Finds

Two parts of one `parallel` that write the same key, or one that reads what another writes.

## Why

Parallel parts have no order: which value stays, or is read, differs from run to run.

## Stays silent when

One of the parts can't be followed.

## Fix

Let each part write a key of its own, and join them in a step behind; put a part that needs another's key after it.
"""

from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.keyset import EVERYTHING
from analyzer.finding import Confidence, Finding, Severity
from analyzer.rules.pieces.telling import about, listed, place_in, related, symbol_in
from analyzer.rules.rule import Rule

RULE = Rule(
    code="CD205",
    name="parallel-conflict",
    severity=Severity.ERROR,
    confidence=Confidence.PROVED,
    since="0.1.0",
    bad="""\
from chaindsl import chain, parallel, step

@step(writes="notes")
def shorten(text: str) -> str:
    return text

@step(writes="notes")
def explain(text: str) -> str:
    return text

flow = chain("flow", parallel(shorten, explain), inputs={"text": str}, outputs=["notes"])  # here
""",
    good="""\
from chaindsl import chain, parallel, step

@step(writes="short")
def shorten(text: str) -> str:
    return text

@step(writes="notes")
def explain(text: str) -> str:
    return text

flow = chain("flow", parallel(shorten, explain), inputs={"text": str})
""",
)


def check(facts: FlowFacts) -> Iterator[Finding]:
    """Yield a finding for each key over which parallel parts are at odds."""
    for join in facts.net.forks:
        legs = facts.net.legs(join)
        for bit in _written(facts, legs):
            writers = [leg for leg in legs if _touch(facts, leg, bit)]
            readers = [leg for leg in legs if any(facts.net.reads[node] & bit for node in leg)]
            if len(writers) > 1 or any(reader is not writer for reader in readers for writer in writers):
                yield _finding(facts, join, bit, writers, readers)


def _written(facts: FlowFacts, legs: list[set[int]]) -> Iterator[int]:
    touched = 0
    for leg in legs:
        for node in leg:
            if facts.net.touches[node] != EVERYTHING:
                touched |= facts.net.touches[node]
    while touched:
        yield touched & -touched
        touched &= touched - 1


def _touch(facts: FlowFacts, leg: set[int], bit: int) -> bool:
    return any(facts.net.touches[node] & bit for node in leg if facts.net.touches[node] != EVERYTHING)


def _finding(facts: FlowFacts, join: int, bit: int, writers: list[set[int]], readers: list[set[int]]) -> Finding:
    net = facts.net
    key = next(net.index.keys(bit))
    writing = [net.nodes[node] for leg in writers for node in sorted(leg) if net.touches[node] & bit]
    reading = [
        net.nodes[node]
        for leg in readers
        for node in sorted(leg)
        if net.reads[node] & bit and any(leg is not writer for writer in writers)
    ]
    if len(writers) > 1:
        message = f"parallel parts {listed(node.name for node in writing)} all write `{key}`"
    else:
        message = f"parallel parts: {reading[0].title} reads `{key}`, which {writing[0].title} writes beside it"
    found = [(node.place, f"{node.title} writes `{key}`") for node in writing]
    found += [(node.place, f"{node.title} reads `{key}`") for node in reading]
    return RULE.finding(
        message,
        place_in(facts, net.nodes[join].place),
        symbol=symbol_in(facts, key),
        related=related(found),
        help="let each write a key of its own" if len(writers) > 1 else "put the reader after the parallel parts",
        about=about(facts, f"key {key}"),
    )
