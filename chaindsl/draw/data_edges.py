"""Puts the keys on a drawing: an edge from each node that writes a key to each that reads it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from chaindsl.draw.model import Drawing, Edge, Line
from chaindsl.draw.wording import cut, wrapped


@dataclass(frozen=True, slots=True)
class Handover:
    """A key that goes from one part to another.

    Each end is the part, then the flows around it, innermost first: the first that has a node stands for it.
    """

    key: str
    writer: tuple[object, ...]
    reader: tuple[object, ...]


def with_data(drawing: Drawing, handovers: Iterable[Handover]) -> Drawing:
    """Return the drawing with the keys that are handed over; keys between the same two nodes share an edge."""
    nodes: dict[int, list[str]] = {}
    for node in drawing.nodes:
        if node.part is not None:
            nodes.setdefault(id(node.part), []).append(node.id)
    found: dict[tuple[str, str], dict[str, None]] = {}
    for handover in handovers:
        for tail in _ends(handover.writer, nodes):
            for head in _ends(handover.reader, nodes):
                if tail != head:
                    found.setdefault((tail, head), {})[cut(handover.key)] = None
    order = {node.id: number for number, node in enumerate(drawing.nodes)}
    pairs = sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))
    edges = tuple(Edge(*pair, Line.DATA, wrapped(", ".join(found[pair]), 32)) for pair in pairs)
    return replace(drawing, edges=(*drawing.edges, *edges))


def _ends(parts: tuple[object, ...], nodes: dict[int, list[str]]) -> list[str]:
    return next((nodes[id(part)] for part in parts if id(part) in nodes), [])
