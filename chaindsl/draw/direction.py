"""Decides whether a picture leads down or to the right."""

from collections import Counter
from collections.abc import Sequence

from chaindsl.draw.model import Direction, Edge, Line, Node

_WIDE = 6
"""How many boxes fit beside each other on a page; they are three times as wide as they are high."""


def best_direction(nodes: Sequence[Node], edges: Sequence[Edge]) -> Direction:
    """Lead down, unless there are more nodes side by side than a page holds and more than there are levels."""
    levels = _levels(nodes, edges)
    breadth = max(Counter(levels.values()).values(), default=0)
    depth = max(levels.values(), default=0) + 1
    return Direction.RIGHT if breadth > max(_WIDE, depth) else Direction.DOWN


def _levels(nodes: Sequence[Node], edges: Sequence[Edge]) -> dict[str, int]:
    """The level of each node: steps from the first node by the shortest way, or 0 where none leads."""
    ahead: dict[str, list[str]] = {}
    for edge in edges:
        if edge.line is not Line.AGAIN:
            ahead.setdefault(edge.tail, []).append(edge.head)
    levels = {node.id: 0 for node in nodes[:1]}
    reached = list(levels)
    for tail in reached:
        for head in ahead.get(tail, ()):
            if head not in levels:
                levels[head] = levels[tail] + 1
                reached.append(head)
    return {node.id: levels.get(node.id, 0) for node in nodes}
