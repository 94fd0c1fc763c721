"""Collects nodes, edges and clusters while a flow is drawn. It knows nothing of flows."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from chaindsl.draw.model import Cluster, Edge, Frame, Line, Node, Role
from chaindsl.draw.wording import cut, wrapped
from chaindsl.errors import ChainDslError

MOST_NODES = 5_000
"""More nodes than this are no picture; flows that hold each other twice would double it at each level."""
MOST_LEVELS = 60
"""More frames inside each other than these are no picture either, and Python recurses no deeper at will."""
_LINES = 18


def too_deep() -> ChainDslError:
    """Return the error that ends the drawing of what is nested too deeply."""
    hint = "draw the flows inside it one by one, or add --collapse"
    return ChainDslError("draw-too-deep", "parts that are nested too deeply for a picture", hint=hint)


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of what was drawn, still without the node to which it leads."""

    node: str
    line: Line = Line.FLOW
    label: str = ""

    def saying(self, *words: str) -> "Exit":
        """Return the same way out with more on its label."""
        return replace(self, label=", ".join(word for word in (self.label, *words) if word))


class Canvas:
    """Where a flow is drawn, in order. Ids are numbers, so nothing that a name says can reach the syntax."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.edges: list[Edge] = []
        self.clusters: list[Cluster] = []
        self._inside: list[str] = []

    def node(self, role: Role, title: str, lines: Iterable[str] = (), part: object = None) -> str:
        """Add a node and return its id; lines are made safe, wrapped, and cut where there are too many."""
        if len(self.nodes) >= MOST_NODES:
            raise ChainDslError(
                "draw-too-large",
                f"a picture of more than {MOST_NODES} nodes",
                hint="draw the flows inside it one by one",
            )
        shown = tuple(part for line in lines for part in wrapped(line))
        if len(shown) > _LINES:
            shown = (*shown[: _LINES - 1], f"… {len(shown) - _LINES + 1} more lines")
        identifier = f"n{len(self.nodes) + 1}"
        inside = self._inside[-1] if self._inside else None
        self.nodes.append(Node(identifier, role, cut(title), shown, inside, part=part))
        return identifier

    def edge(self, tail: str, head: str, line: Line, label: Iterable[str] = ()) -> None:
        """Add an edge; the label's lines are made safe and wrapped."""
        shown = tuple(part for text in label if text for part in wrapped(text, 32))
        self.edges.append(Edge(tail, head, line, shown))

    def connect(self, exits: Iterable[Exit], head: str) -> None:
        """Lead ways out to a node; those from one node are one edge that says all of their labels."""
        joined: dict[tuple[str, Line], list[str]] = {}
        for way in exits:
            joined.setdefault((way.node, way.line), []).append(way.label)
        for (tail, line), labels in joined.items():
            # An exit without a label always leads on, so what the others say would only mislead.
            self.edge(tail, head, line, () if "" in labels else (", ".join(labels),))

    @contextmanager
    def cluster(self, frame: Frame, title: str) -> Iterator[None]:
        """Put what is drawn meanwhile into a frame. Nothing drawn, no frame."""
        if len(self._inside) >= MOST_LEVELS:
            raise too_deep()
        identifier = f"c{len(self.clusters) + 1}"
        parent = self._inside[-1] if self._inside else None
        self.clusters.append(Cluster(identifier, frame, cut(title, 100), parent))
        self._inside.append(identifier)
        try:
            yield
        finally:
            self._inside.pop()

    def full_clusters(self) -> tuple[Cluster, ...]:
        """Every cluster with a node somewhere inside it."""
        parents = {cluster.id: cluster.parent for cluster in self.clusters}
        full: set[str | None] = {None}
        for node in self.nodes:
            at = node.cluster
            while at not in full:
                full.add(at)
                at = parents[at] if at is not None else None
        return tuple(cluster for cluster in self.clusters if cluster.id in full)
