"""Writes a drawing as DOT text. The one module that imports the `graphviz` package, whose quoting it relies on.

Labels are plain strings, never the HTML-like ones, and no attribute but a label holds what an author wrote.
"""

from collections.abc import Sequence

import graphviz  # type: ignore[import-untyped]

from chaindsl.draw.cycle import back_edges
from chaindsl.draw.look import FRAMES, LINES, Stroke, look_of
from chaindsl.draw.model import Cluster, Direction, Drawing, Edge, Line, Node, Role
from chaindsl.draw.theme import PALETTES, Palette, Theme

_SHAPES: dict[Role, str] = {
    Role.START: "Mrecord",
    Role.END: "Mrecord",
    Role.STEP: "record",
    Role.MODEL_STEP: "Mrecord",
    Role.STATE: "ellipse",
    Role.FINAL: "ellipse",
    Role.INITIAL: "circle",
    Role.DETERMINISTIC: "record",
    Role.AGENT: "hexagon",
    Role.HUMAN: "octagon",
    Role.BRANCH: "diamond",
    Role.FORK: "box",
    Role.JOIN: "box",
    Role.MISSING: "ellipse",
    Role.UNKNOWN: "note",
    Role.NESTED: "box3d",
    Role.MORE: "plaintext",
}
_FONT = "Arial"
_RANKS = {Direction.DOWN: "TB", Direction.RIGHT: "LR"}
_IN_A_ROW = 2
_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "{}|<>"})
"""What divides a record's label into fields and names them."""


def dot_text(drawing: Drawing, theme: Theme = Theme.LIGHT) -> str:
    """Return the drawing as DOT, the same bytes for the same drawing."""
    palette = PALETTES[theme]
    graph = graphviz.Digraph(
        "flow",
        graph_attr=_graph(drawing, palette),
        node_attr={"fontname": _FONT, "fontsize": "11", "fontcolor": palette.ink, "margin": "0.14,0.08"},
        edge_attr={"fontname": _FONT, "fontsize": "10", "fontcolor": palette.ink, "arrowsize": "0.7"},
    )
    _inside(graph, drawing, None, palette)
    free = _free(drawing)
    for edge in drawing.edges:
        graph.edge(
            edge.tail, edge.head, **{**_edge(edge, palette), **({"constraint": "false"} if edge in free else {})}
        )
    _legend(graph, drawing, palette)
    return str(graph.source)


def escaped(text: str) -> str:
    """Return text in which nothing has a meaning to DOT: no escape, no entity. Quotes are for the quoting."""
    return text.replace("\\", "\\\\").replace("&", "&amp;")


def _graph(drawing: Drawing, palette: Palette) -> dict[str, str]:
    return {
        "rankdir": _RANKS[drawing.direction],
        "bgcolor": palette.paper,
        "charset": "UTF-8",
        "fontname": _FONT,
        "fontsize": "11",
        "fontcolor": palette.ink,
        "nodesep": "0.3",
        "ranksep": "0.4",
        "pad": "0.2",
    }


def _inside(graph: graphviz.Digraph, drawing: Drawing, parent: str | None, palette: Palette) -> None:
    for node in drawing.nodes:
        if node.cluster == parent:
            graph.node(node.id, **_node(node, palette, drawing.direction))
    for cluster in drawing.clusters:
        if cluster.parent == parent:
            with graph.subgraph(name=f"cluster_{cluster.id}", graph_attr=_frame(cluster, palette)) as inner:
                _inside(inner, drawing, cluster.id, palette)


def _legend(graph: graphviz.Digraph, drawing: Drawing, palette: Palette) -> None:
    look = {"label": "Legend", "style": "filled", "fillcolor": palette.frame, "color": palette.frame}
    with graph.subgraph(name="cluster_legend", graph_attr=look) as inner:
        # To the right, what comes first is put lowest.
        for sample in drawing.legend if drawing.direction is Direction.DOWN else reversed(drawing.legend):
            inner.node(sample.id, **_node(sample, palette, drawing.direction))
        if drawing.direction is Direction.DOWN:
            # Not shown: they only put the samples in rows.
            for above, below in zip(drawing.legend, drawing.legend[_IN_A_ROW:], strict=False):
                inner.edge(above.id, below.id, style="invis")


def _frame(cluster: Cluster, palette: Palette) -> dict[str, str]:
    look = FRAMES[cluster.frame]
    return {
        "label": graphviz.nohtml(escaped(cluster.title)),
        "style": f"filled,rounded,{look.stroke}",
        "fillcolor": palette.frame,
        "color": palette.colours[look.hue].stroke,
        "labeljust": "l",
        "margin": "12",
    }


def _node(node: Node, palette: Palette, direction: Direction) -> dict[str, str]:
    look = look_of(node)
    colour = palette.colours[look.hue]
    return {
        "label": graphviz.nohtml(_label(node, direction)),
        "shape": _SHAPES[node.role],
        "style": "filled" if look.stroke is Stroke.SOLID else f"filled,{look.stroke}",
        "fillcolor": colour.fill,
        "color": colour.stroke,
        "penwidth": f"{look.width:g}",
        "peripheries": str(look.frames),
        **({"URL": node.link, "tooltip": "its source"} if node.link else {}),
        **_special(node.role, colour.stroke, palette, direction),
    }


def _special(role: Role, stroke: str, palette: Palette, direction: Direction) -> dict[str, str]:
    match role:
        case Role.INITIAL:
            return {"width": "0.16", "fixedsize": "true", "fillcolor": stroke}
        case Role.FORK | Role.JOIN:
            width, height = {Direction.DOWN: ("1.6", "0.18"), Direction.RIGHT: ("0.18", "0.9")}[direction]
            size = {"width": width, "height": height, "margin": "0.08,0.01"}
            return {**size, "fillcolor": stroke, "fontcolor": palette.paper}
        case Role.MORE:
            return {"fillcolor": palette.paper, "fontcolor": palette.faint}
        case Role.BRANCH | Role.AGENT | Role.HUMAN | Role.STATE | Role.FINAL | Role.MISSING:
            # Their corners leave room enough.
            return {"margin": "0.03,0.02"}
    return {}


def _free(drawing: Drawing) -> frozenset[Edge]:
    """The edges that must not decide what stands above what.

    Left to itself, dot breaks a cycle that leads into a frame by putting the whole frame above its entry.
    """
    return frozenset(drawing.edges[index] for index in back_edges(drawing)) if drawing.clusters else frozenset()


def _edge(edge: Edge, palette: Palette) -> dict[str, str]:
    if edge.line is Line.DATA:
        # Keys should not pull together what the flow's own edges have put in order.
        return {**_stroke(edge, palette), "weight": "0", "arrowhead": "open"}
    return _stroke(edge, palette)


def _stroke(edge: Edge, palette: Palette) -> dict[str, str]:
    look = LINES[edge.line]
    stroke = palette.colours[look.hue].stroke
    attributes = {
        "color": ":".join([stroke, palette.paper, stroke]) if look.frames > 1 else stroke,
        "penwidth": f"{look.width:g}",
        "style": look.stroke.value,
    }
    if edge.label:
        # A space on each side keeps the words off the line; browsers leave out all but those that don't break.
        attributes["label"] = graphviz.nohtml(_lines([f"\u00a0{line}\u00a0" for line in edge.label], "\\l"))
    return attributes


def _label(node: Node, direction: Direction) -> str:
    record = "record" in _SHAPES[node.role]
    title = escaped(node.title)
    if not (node.lines or node.notes):
        return title.translate(_MARKS) if record else title
    if not record:
        return title + "\\n" + _lines((*node.lines, *node.notes), "\\n")
    groups = [_lines(lines, "\\l").translate(_MARKS) for lines in (node.lines, node.notes) if lines]
    fields = "|".join((title.translate(_MARKS), *groups))
    # Fields of a record lie across the direction in which the picture leads; braces turn them.
    return f"{{{fields}}}" if direction is Direction.DOWN else fields


def _lines(lines: Sequence[str], end: str) -> str:
    return "".join(escaped(line) + end for line in lines)
