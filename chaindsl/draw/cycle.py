"""Finds the edges that lead back, so that a picture can keep to its direction in spite of them."""

from collections.abc import Iterator

from chaindsl.draw.model import Drawing, Edge, Line


def back_edges(drawing: Drawing) -> frozenset[int]:
    """Return the index of every edge that leads to where the way to it came from, seen from the first node."""
    ahead: dict[str, list[tuple[int, Edge]]] = {node.id: [] for node in drawing.nodes}
    for index, edge in enumerate(drawing.edges):
        if edge.line is not Line.DATA:
            ahead[edge.tail].append((index, edge))
    seen: set[str] = set()
    found: set[int] = set()
    for node in drawing.nodes:
        if node.id not in seen:
            found.update(_back_from(node.id, ahead, seen))
    return frozenset(found)


def _back_from(first: str, ahead: dict[str, list[tuple[int, Edge]]], seen: set[str]) -> Iterator[int]:
    """Walk depth-first with a stack of its own, since a chain may be longer than Python's."""
    path, open_ = [(first, iter(ahead[first]))], {first}
    seen.add(first)
    while path:
        node, rest = path[-1]
        for index, edge in rest:
            if edge.head in open_:
                yield index
            elif edge.head not in seen:
                seen.add(edge.head)
                open_.add(edge.head)
                path.append((edge.head, iter(ahead[edge.head])))
                break
        else:
            path.pop()
            open_.discard(node)
