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
from analyzer.facts.net import Node
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
        writers: dict[str, list[_At]] = {}
        readers: dict[str, list[_At]] = {}
        for leg, nodes in enumerate(facts.net.legs(join)):
            for number in sorted(nodes):
                node = facts.net.nodes[number]
                for write in node.contract.writes:
                    writers.setdefault(write.key, []).append((leg, node))
                for use in node.contract.uses:
                    readers.setdefault(use.key, []).append((leg, node))
        for key, writing in writers.items():
            legs = {leg for leg, _ in writing}
            beside = [node for leg, node in readers.get(key, ()) if legs - {leg}]
            if len(legs) > 1 or beside:
                yield _finding(facts, join, key, [node for _, node in writing], beside, several=len(legs) > 1)


_At = tuple[int, Node]
"""A node and the number of the parallel part that it is in."""


def _finding(
    facts: FlowFacts, join: int, key: str, writing: list[Node], reading: list[Node], *, several: bool
) -> Finding:
    if several:
        message = f"parallel parts {listed(node.name for node in writing)} all write `{key}`"
    else:
        message = f"parallel parts: {reading[0].title} reads `{key}`, which {writing[0].title} writes beside it"
    found = [(node.place, f"{node.title} writes `{key}`") for node in writing]
    found += [(node.place, f"{node.title} reads `{key}`") for node in reading]
    return RULE.finding(
        message,
        place_in(facts, facts.net.nodes[join].place),
        symbol=symbol_in(facts, key),
        related=related(found),
        help="let each write a key of its own" if several else "put the reader after the parallel parts",
        about=about(facts, f"key {key}"),
    )
