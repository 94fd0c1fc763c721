"""Marks what has changed on the drawing of a flow, and folds up what has not where a picture would be too large.

A mark is a sign before the title, so that it says the same without colour.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from chaindsl.draw.flow import draw_flow
from chaindsl.draw.model import Cluster, Drawing, Edge, Frame, Line, Node, Role
from chaindsl.graph.flow import Chain, Flow
from chaindsl.review.changes.change import Aspect, Change, Verb
from chaindsl.review.changes.difference import FlowDifference
from chaindsl.review.changes.element import elements
from chaindsl.review.changes.saying import SIGNS

MOST_NODES = 40
"""Larger pictures are folded up."""
_STATES = frozenset({Role.STATE, Role.FINAL, Role.MISSING})
_OF_STATES = frozenset({"goal", "guidance", "final", "seconds it waits", "then goes to", "tried in this order"})
_WORDS = {Verb.ADDED: "new", Verb.REMOVED: "is gone", Verb.CHANGED: "not what it was"}
_ALWAYS = frozenset({Role.START, Role.END, Role.INITIAL})


class Part(StrEnum):
    """Which of two pictures."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True)
class Marked:
    """A drawing whose titles have signs, and the mark of each node that has one."""

    drawing: Drawing
    marks: Mapping[str, Verb]


def marked(flow: FlowDifference, part: Part, *, fold: bool = False) -> Marked | None:
    """Return the picture of a flow before or after, None where it was not, or is not, there.

    Raises ChainDslError (`draw-too-large`) as `draw_flow` does.
    """
    graph = _graph(flow, part)
    if graph is None:
        return None
    # Both pictures lead the same way, so that they can be compared.
    first = _graph(flow, Part.BEFORE)
    drawing = draw_flow(graph, None if first is None or first is graph else draw_flow(first).direction)
    names = _names(flow, part)
    nested = _nested(drawing)
    spots = _spots(flow, graph, part, [node for node in drawing.nodes if not nested.get(node.cluster)])
    marks = {
        node.id: mark
        for node in drawing.nodes
        if (mark := spots[node.id] if node.id in spots else _mark(node, names, nested)) is not None
    }
    if fold or len(drawing.nodes) > MOST_NODES:
        drawing = folded(drawing, set(marks))
    return Marked(_signed(drawing, marks), marks)


def _graph(flow: FlowDifference, part: Part) -> Flow | None:
    if part is Part.AFTER:
        return None if flow.new is None else flow.new.graph
    return flow.was or (None if flow.old is None else flow.old.graph)


Names = Mapping[tuple[str, bool | None, str], Verb]
"""From the flow inside which it is, whether it is a state (None where that is not known) and its title to its mark."""


def _names(flow: FlowDifference, part: Part) -> Names:
    found: dict[tuple[str, bool | None, str], Verb] = {}
    for one in flow.changes:
        inside = one.inside[-1] if one.inside else ""
        verb = one.verb if one.aspect in _whole(one) else Verb.CHANGED
        if verb is not (Verb.ADDED if part is Part.BEFORE else Verb.REMOVED):
            is_state = one.aspect is Aspect.STATE or one.what in _OF_STATES
            key = (inside, is_state, one.subject or ("" if one.aspect is not Aspect.STATE else one.after or ""))
            if found.get(key, Verb.CHANGED) is Verb.CHANGED:
                found[key] = verb
    return found


def _spots(flow: FlowDifference, graph: Flow, part: Part, nodes: Sequence[Node]) -> Mapping[str, Verb | None]:
    """The mark of each step and branch of a chain, by where it stands: they are drawn in the order of the source."""
    if not isinstance(graph.body, Chain):
        return {}
    drawn = [one for one in elements(graph.body.parts) if one.kind in (Aspect.STEP, Aspect.BRANCH)]
    shown = [node.id for node in nodes if node.role in (Role.STEP, Role.MODEL_STEP, Role.BRANCH)]
    found: dict[int, Verb] = {}
    for one in flow.changes:
        number = one.spots[part is Part.AFTER]
        if number is not None and not one.inside:
            verb = one.verb if one.aspect in _whole(one) else Verb.CHANGED
            found[number] = verb if found.get(number, Verb.CHANGED) is Verb.CHANGED else found[number]
    if len(shown) != len(drawn):
        return {}
    return {node: found.get(one.number) for node, one in zip(shown, drawn, strict=True)}


def _whole(change: Change) -> Iterable[Aspect]:
    """The aspects that stand for a whole part, which comes or goes with them."""
    return () if change.what else (Aspect.STEP, Aspect.STATE, Aspect.TRANSITION, Aspect.PART, Aspect.BRANCH)


def _mark(node: Node, names: Names, nested: Mapping[str | None, str]) -> Verb | None:
    inside = nested.get(node.cluster, "")
    if node.role is Role.START:
        return names.get(("", False, ""))
    title = f"branch on {node.title[:-1]}" if node.role is Role.BRANCH else node.title
    return names.get((inside, node.role in _STATES, title))


def _nested(drawing: Drawing) -> Mapping[str | None, str]:
    """The flow whose frame is the innermost around each cluster."""
    by_id = {cluster.id: cluster for cluster in drawing.clusters}
    found: dict[str | None, str] = {}
    for cluster in drawing.clusters:
        at: Cluster | None = cluster
        while at is not None and at.frame is not Frame.NESTED:
            at = by_id.get(at.parent or "")
        found[cluster.id] = "" if at is None else at.title.partition(":")[0].partition(" ")[2]
    return found


def _signed(drawing: Drawing, marks: Mapping[str, Verb]) -> Drawing:
    nodes = tuple(
        replace(node, title=f"{SIGNS[marks[node.id]]} {node.title}") if node.id in marks else node
        for node in drawing.nodes
    )
    used = sorted(set(marks.values()))
    samples = (Node(sample(verb), Role.STEP, f"{SIGNS[verb]} {verb}", (_WORDS[verb],)) for verb in used)
    return replace(drawing, nodes=nodes, legend=(*samples, *drawing.legend))


def sample(verb: Verb) -> str:
    """Return the id of the node that explains a mark in the legend."""
    return f"m{verb}"


def folded(drawing: Drawing, marks: set[str]) -> Drawing:
    """Return the drawing with a single node for all that hangs together, and stands in one frame, away from any mark.

    What has a mark stays, and what is next to it, and where the flow starts and ends.
    """
    kept = {node.id for node in drawing.nodes if node.role in _ALWAYS} | marks
    kept |= {end for edge in drawing.edges for end in (edge.tail, edge.head) if marks & {edge.tail, edge.head}}
    cluster = {node.id: node.cluster for node in drawing.nodes}
    leader = _leaders(drawing.nodes, drawing.edges, lambda a, b: not {a, b} & kept and cluster[a] == cluster[b])
    members: dict[str, list[Node]] = {}
    for node in drawing.nodes:
        members.setdefault(leader[node.id], []).append(node)
    nodes = tuple(
        some[0] if len(some) == 1 else Node(first, Role.MORE, f"… {len(some)} that stayed", (), some[0].cluster)
        for first, some in members.items()
    )
    edges: dict[tuple[str, str], Edge] = {}
    for edge in drawing.edges:
        tail, head = leader[edge.tail], leader[edge.head]
        whole = len(members[tail]) == len(members[head]) == 1
        if tail != head or edge.tail == edge.head or whole:
            edges.setdefault((tail, head), edge if whole else Edge(tail, head, Line.FLOW))
    used = _around({node.cluster for node in nodes}, drawing.clusters)
    clusters = tuple(one for one in drawing.clusters if one.id in used)
    roles = {node.role for node in nodes}
    legend = tuple(node for node in drawing.legend if node.role in roles)
    return Drawing(nodes, tuple(edges.values()), clusters, legend, drawing.direction)


def _leaders(nodes: Sequence[Node], edges: Sequence[Edge], joined: Callable[[str, str], bool]) -> dict[str, str]:
    """For each node the first of those that it hangs together with."""
    beside: dict[str, list[str]] = {node.id: [] for node in nodes}
    for edge in edges:
        if joined(edge.tail, edge.head):
            beside[edge.tail].append(edge.head)
            beside[edge.head].append(edge.tail)
    found: dict[str, str] = {}
    for node in nodes:
        waiting = [node.id] if node.id not in found else []
        while waiting:
            one = waiting.pop()
            if one not in found:
                found[one] = node.id
                waiting += beside[one]
    return found


def _around(inside: Iterable[str | None], clusters: Sequence[Cluster]) -> set[str | None]:
    """Clusters with all that are around them."""
    parents = {cluster.id: cluster.parent for cluster in clusters}
    found: set[str | None] = set()
    for cluster in inside:
        at = cluster
        while at is not None and at not in found:
            found.add(at)
            at = parents[at]
    return found
