"""Which part hands which key to which: who may have written what each part reads, through flows inside flows."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.net import Net, Node
from chaindsl.draw.data_edges import Handover
from chaindsl.graph.flow import Flow, Nested

Ends = list[tuple[object, ...]]


def handovers(facts: FlowFacts) -> list[Handover]:
    """Return every key that goes from one part of a flow to another, each pair once, in the order of the readers."""
    found: dict[tuple[str, tuple[int, ...], tuple[int, ...]], Handover] = {}
    for one in _Level(facts, (facts.flow,), None).all():
        marks = (one.key, tuple(map(id, one.writer)), tuple(map(id, one.reader)))
        found.setdefault(marks, one)
    return list(found.values())


@dataclass(frozen=True)
class _Level:
    """One flow, the flows around it innermost first, and the level and node where it stands in the one around it."""

    facts: FlowFacts
    around: tuple[object, ...]
    outer: "tuple[_Level, int] | None"

    def all(self) -> Iterator[Handover]:
        for number, node in enumerate(self.facts.net.nodes):
            flow = _flow_of(node)
            if flow is not None:
                inner = _Level(self.facts.inner(flow), (flow, *self.around), (self, number))
                yield from inner.all()
            elif number not in (Net.START, Net.END) and (node.part or node.transition):
                reader = (node.transition or node.part, *self.around)
                for key in dict.fromkeys(use.key for use in node.contract.uses):
                    yield from (Handover(key, writer, reader) for writer in self.writers(number, key))

    def writers(self, node: int, key: str) -> Ends:
        """Return who may have written a key that is read at a node."""
        found: Ends = []
        for number, _ in self.facts.keys.definitions_of(node, key) or ():
            writer = self.facts.net.nodes[number]
            inside = _flow_of(writer)
            if number == Net.START and self.outer is not None:
                found += self.outer[0].writers(self.outer[1], key)
            elif number == Net.START:
                found.append((self.facts.flow,))
            elif inside is not None:
                inner = _Level(self.facts.inner(inside), (inside, *self.around), (self, number))
                found += inner.writers(Net.END, key) or [(inside, *self.around)]
            else:
                found.append((writer.transition or writer.part, *self.around))
        return found


def _flow_of(node: Node) -> Flow | None:
    """The flow that runs at a node."""
    if isinstance(node.part, Nested):
        return node.part.flow
    runs = None if node.transition is None else node.transition.runs
    return runs if isinstance(runs, Flow) else None
