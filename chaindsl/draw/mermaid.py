"""Writes a drawing as Mermaid text, which code hosts show in Markdown.

Every character of a name that Mermaid, its Markdown or HTML could read as syntax is written as a number, so a label
can't end its quotes, start a directive, make a link or hold a tag.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from chaindsl.draw.look import FRAMES, LINES, NODES, TONES, Look, Stroke
from chaindsl.draw.model import Cluster, Direction, Drawing, Edge, Frame, Line, Node, Role
from chaindsl.draw.theme import PALETTES, Palette, Theme

_SHAPES: dict[Role, tuple[str, str]] = {
    Role.START: ("(", ")"),
    Role.END: ("(", ")"),
    Role.STEP: ("[", "]"),
    Role.MODEL_STEP: ("(", ")"),
    Role.STATE: ("([", "])"),
    Role.FINAL: ("([", "])"),
    Role.INITIAL: ("((", "))"),
    Role.DETERMINISTIC: ("[", "]"),
    Role.AGENT: ("{{", "}}"),
    Role.HUMAN: ("[[", "]]"),
    Role.BRANCH: ("{", "}"),
    Role.FORK: ("[", "]"),
    Role.JOIN: ("[", "]"),
    Role.MISSING: ("([", "])"),
    Role.UNKNOWN: (">", "]"),
    Role.NESTED: ("[/", "/]"),
    Role.MORE: ("(", ")"),
}
_ARROWS: dict[Line, str] = {
    Line.FLOW: "-->",
    Line.DETERMINISTIC: "-->",
    Line.AGENT: "-.->",
    Line.HUMAN: "==>",
    Line.AGAIN: "-.->",
    Line.FAILURE: "-.-x",
    Line.TIMEOUT: "-.-x",
    Line.UNKNOWN: "-.-o",
    Line.DATA: "-.->",
}
_DIRECTIONS = {Direction.DOWN: "TB", Direction.RIGHT: "LR"}
# As wide as our own lines, so that Mermaid doesn't wrap them again.
_SETTINGS = {
    Theme.LIGHT: '%%{init: {"flowchart": {"wrappingWidth": 400}}}%%',
    Theme.AUTO: '%%{init: {"flowchart": {"wrappingWidth": 400}}}%%',
    Theme.DARK: '%%{init: {"theme": "dark", "flowchart": {"wrappingWidth": 400}}}%%',
}
_DASHES = {Stroke.SOLID: "", Stroke.DASHED: ",stroke-dasharray:6 4", Stroke.DOTTED: ",stroke-dasharray:2 3"}
# Letters, digits, blanks and what means nothing to Mermaid, Markdown, HTML or a linkifier. A dot between digits and an
# underscore between letters mean nothing either, and texts are full of them.
_PLAIN = re.compile(r"[^\W_ﬂß]|[ ,()?!]|(?<=[0-9])\.(?=[0-9])|(?<=[^\W_])_(?=[^\W_])")


def mermaid_text(drawing: Drawing, theme: Theme = Theme.LIGHT) -> str:
    """Return the drawing as a Mermaid flowchart, the same bytes for the same drawing."""
    return "\n".join(_document(drawing, theme)) + "\n"


def markdown_text(drawing: Drawing, theme: Theme = Theme.LIGHT) -> str:
    """Return the drawing as a Markdown block."""
    return f"```mermaid\n{mermaid_text(drawing, theme)}```\n"


def escaped(text: str) -> str:
    """Return text in which nothing has a meaning to Mermaid, Markdown or HTML."""
    return "".join(c if _PLAIN.match(text, at) else f"#{ord(c)};" for at, c in enumerate(text))


def _document(drawing: Drawing, theme: Theme) -> Iterator[str]:
    palette = PALETTES[theme]
    yield _SETTINGS[theme]
    yield f"flowchart {_DIRECTIONS[drawing.direction]}"
    yield from _indented(_inside(drawing, None))
    yield from _indented(_edge(edge) for edge in drawing.edges)
    yield from _indented(_legend(drawing))
    yield from _indented(_styles(drawing, palette))


def _inside(drawing: Drawing, parent: str | None) -> Iterator[str]:
    yield from (_node(node) for node in drawing.nodes if node.cluster == parent)
    for cluster in drawing.clusters:
        if cluster.parent == parent:
            yield f'subgraph {cluster.id}["{escaped(cluster.title)}"]'
            yield from _indented(_inside(drawing, cluster.id))
            yield "end"


def _legend(drawing: Drawing) -> Iterator[str]:
    yield 'subgraph legend["Legend"]'
    # Samples without edges lie across the direction: this way they are a column.
    yield from _indented(["direction LR", *(_node(sample) for sample in drawing.legend)])
    yield "end"
    yield "class legend is-legend"


def _node(node: Node) -> str:
    opening, closing = _SHAPES[node.role]
    return f'{node.id}{opening}"{_label((node.title, *node.lines, *node.notes))}"{closing}:::{_class(node.role)}'


def _edge(edge: Edge) -> str:
    label = f'|"{_label(edge.label)}"|' if edge.label else ""
    return f"{edge.tail} {_ARROWS[edge.line]}{label} {edge.head}"


def _label(lines: Sequence[str]) -> str:
    """Lines as Mermaid breaks them; an empty label would be no label."""
    return "<br/>".join(escaped(line.strip()) for line in lines) or " "


def _styles(drawing: Drawing, palette: Palette) -> Iterator[str]:
    for role in sorted({node.role for node in (*drawing.nodes, *drawing.legend)}):
        yield f"classDef {_class(role)} {_style(NODES[role], palette, palette.colours[NODES[role].hue].fill)}"
    nodes = (*drawing.nodes, *drawing.legend)
    for tone in sorted({node.tone for node in nodes if node.tone is not None}):
        look = TONES.get(tone)
        fill = "" if look is None else _style(look, palette, palette.colours[look.hue].fill)
        yield f"classDef is-{tone.value} {fill or 'stroke-width:4px'}"
        yield f"class {','.join(node.id for node in nodes if node.tone is tone)} is-{tone.value}"
    yield f"classDef is-legend fill:{palette.frame},stroke:{palette.frame},color:{palette.ink}"
    for frame in sorted({cluster.frame for cluster in drawing.clusters}):
        yield f"classDef {_class(frame)} {_style(FRAMES[frame], palette, palette.frame)}"
        yield f"class {','.join(_ids(drawing.clusters, frame))} {_class(frame)}"
    for line in sorted({edge.line for edge in drawing.edges}):
        look = LINES[line]
        numbers = ",".join(str(i) for i, edge in enumerate(drawing.edges) if edge.line is line)
        stroke = palette.colours[look.hue].stroke
        yield f"linkStyle {numbers} stroke:{stroke},stroke-width:{look.width * look.frames:g}px"


def _style(look: Look, palette: Palette, fill: str) -> str:
    stroke = palette.colours[look.hue].stroke
    width = look.width * look.frames
    return f"fill:{fill},stroke:{stroke},color:{palette.ink},stroke-width:{width:g}px{_DASHES[look.stroke]}"


def _ids(clusters: Iterable[Cluster], frame: Frame) -> Iterator[str]:
    return (cluster.id for cluster in clusters if cluster.frame is frame)


def _class(sign: Role | Frame) -> str:
    """The sign's class; the prefix keeps it from being a word of Mermaid, such as `end`."""
    return f"is-{sign.value}"


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)
