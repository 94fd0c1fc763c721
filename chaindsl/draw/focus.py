"""Draws a part of a picture: the nodes around one step, and a sign where it goes on."""

from collections.abc import Iterable
from dataclasses import replace

from chaindsl.draw.legend import legend
from chaindsl.draw.model import Cluster, Drawing, Edge, Line, Node, Role
from chaindsl.draw.wording import cut
from chaindsl.errors import ChainDslError
from chaindsl.graph.nearest import nearest

STEPS = 2


def around(drawing: Drawing, title: str, steps: int = STEPS) -> Drawing:
    """Return what is at most so many edges from the nodes with a title; what was cut off there is one node each way.

    Raises ChainDslError (`no-such-step`) with the nearest titles.
    """
    start = [node.id for node in drawing.nodes if node.title == cut(title)]
    if not start:
        hint = nearest(title, [node.title for node in drawing.nodes if node.title])
        raise ChainDslError("no-such-step", f"the picture has no step {title!r}", title, hint=hint)
    kept = _near(drawing.edges, start, steps)
    nodes = [node for node in drawing.nodes if node.id in kept]
    edges = [edge for edge in drawing.edges if edge.tail in kept and edge.head in kept]
    more: list[Node] = []
    for node in nodes:
        before = {edge.tail for edge in drawing.edges if edge.head == node.id} - kept
        after = {edge.head for edge in drawing.edges if edge.tail == node.id} - kept
        for others, back in ((before, True), (after, False)):
            if others:
                sign = Node(f"m{len(more) + 1}", Role.MORE, f"… {len(others)} more", cluster=node.cluster)
                more.append(sign)
                ends = (sign.id, node.id) if back else (node.id, sign.id)
                edges.append(Edge(*ends, Line.UNKNOWN))
    clusters = _full(drawing, nodes)
    return replace(drawing, nodes=(*nodes, *more), edges=tuple(edges), clusters=clusters, legend=legend(nodes))


def _near(edges: Iterable[Edge], start: list[str], steps: int) -> set[str]:
    beside: dict[str, list[str]] = {}
    for edge in edges:
        if edge.line is not Line.DATA:
            beside.setdefault(edge.tail, []).append(edge.head)
            beside.setdefault(edge.head, []).append(edge.tail)
    kept, edge_of = set(start), list(start)
    for _ in range(steps):
        edge_of = [other for node in edge_of for other in beside.get(node, ()) if other not in kept]
        kept.update(edge_of)
    return kept


def _full(drawing: Drawing, nodes: Iterable[Node]) -> tuple[Cluster, ...]:
    parents = {cluster.id: cluster.parent for cluster in drawing.clusters}
    full: set[str] = set()
    for node in nodes:
        at = node.cluster
        while at is not None and at not in full:
            full.add(at)
            at = parents[at]
    return tuple(cluster for cluster in drawing.clusters if cluster.id in full)
