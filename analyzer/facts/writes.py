"""Writes that are lost: no path reads what was written."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.contract import Write
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.net import Kind, Net, Node
from chaindsl.graph.step import Step


@dataclass(frozen=True, slots=True)
class Lost:
    """A write that nothing reads, at a node.

    With `overwritten` one of the `writers` always comes next. `readers` read the key, but never this write.
    """

    node: int
    write: Write
    overwritten: bool
    writers: tuple[Node, ...] = ()
    readers: tuple[Node, ...] = ()


def lost_writes(facts: FlowFacts) -> Iterator[Lost]:
    """Yield every write of a step or a transition that no path reads, effects left out."""
    live = facts.keys.live
    for number, node in enumerate(facts.net.nodes):
        if number in facts.alive and node.kind in (Kind.STEP, Kind.DONE) and _plain(node):
            for write in node.contract.writes:
                bit = facts.net.index.bit(write.key)
                if not live[number] & bit and not read_in_vain(facts, write.key):
                    yield _lost(facts, number, write, bit)


def read_in_vain(facts: FlowFacts, key: str) -> bool:
    """Say whether a part that no run can reach reads a key: that it can't be reached is what is wrong then."""
    return any(node not in facts.alive for node in facts.net.readers.get(key, ()))


def _plain(node: Node) -> bool:
    """Whether a node's only purpose is what it writes, by itself."""
    if node.transition is not None and node.transition.runs is not None:
        return False
    step = node.part if node.transition is None else node.transition.work
    return isinstance(step, Step) and step.effect is None


def _lost(facts: FlowFacts, number: int, write: Write, bit: int) -> Lost:
    net = facts.net
    readers = tuple(net.nodes[node] for node in net.readers.get(write.key, ()) if node != number)
    if not readers:
        return Lost(number, write, overwritten=False)
    behind, met, waiting = net.successors, set(net.successors[number]), list(net.successors[number])
    while waiting:
        node = waiting.pop()
        for following in () if net.kills[node] & bit and node != number else behind[node]:
            if following not in met:
                met.add(following)
                waiting.append(following)
    writers = tuple(net.nodes[node] for node in sorted(met) if net.kills[node] & bit and node != number)
    overwritten = bool(writers) and Net.END not in met
    return Lost(number, write, overwritten, tuple(dict.fromkeys(writers)), tuple(dict.fromkeys(readers)))
