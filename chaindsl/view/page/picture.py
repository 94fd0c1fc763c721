"""The flow's drawing on a page: each step coloured by how it came out, with its sign, and a link to its attempts."""

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

from chaindsl.draw.flow import draw_flow
from chaindsl.draw.markup import Html, element, seen
from chaindsl.draw.model import Drawing, Node, Role
from chaindsl.draw.render import render
from chaindsl.draw.theme import PALETTES, Theme
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow
from chaindsl.view.loaded import Loaded
from chaindsl.view.outcome import Outcome
from chaindsl.view.page.places import Done, done, nodes_of
from chaindsl.view.page.steps import anchor, slug

MOST_NODES = 250
"""Above this a drawing is no picture any more."""
_SECONDS = 30.0
_SMALL, _MEDIUM = 640, 1000
"""Pixels up to which a picture can be read on a phone, and beside the timeline, when it is made as narrow as that."""
_SVG = "{http://www.w3.org/2000/svg}"
_KEPT = frozenset({"d", "points", "x", "y", "cx", "cy", "rx", "ry", "width", "height", "viewBox", "transform"})
_KEPT_LOOKS = frozenset({"text-anchor", "font-size", "font-weight", "stroke-width", "stroke-dasharray"})
_HERE = "here"


def picture(trace: Loaded) -> Html:
    """Return the drawing, or why there is none."""
    if trace.graph is None:
        return element("p", "The file holds no flow that can be drawn.", class_="note")
    try:
        return _drawn(trace, trace.graph)
    except ChainDslError as error:
        return element("p", f"No picture: {error.issue.message}.", class_="note")


def _drawn(trace: Loaded, flow: Flow) -> Html:
    drawing = draw_flow(flow)
    if len(drawing.nodes) > MOST_NODES:
        raise ChainDslError("draw-too-large", f"the flow has {len(drawing.nodes)} nodes; chaindsl draw draws it alone")
    found = done(trace.attempts)
    by_node = {node: found.get(address, Done()) for node, address in nodes_of(flow, drawing.nodes).items()}
    shown = Drawing(
        tuple(_told(node, by_node.get(node.id)) for node in drawing.nodes),
        drawing.edges,
        drawing.clusters,
        (),
        drawing.direction,
    )
    here = {node.id for node in drawing.nodes if _is_here(node, trace)}
    return _inline(render(shown, "svg", seconds=_SECONDS), by_node, here)


def _told(node: Node, what: Done | None) -> Node:
    """Return a node with what happened there in the place of its contract."""
    if what is not None:
        return replace(node, lines=what.lines())
    return replace(node, lines=node.lines[:1]) if node.role in (Role.START, Role.END) else node


def _is_here(node: Node, trace: Loaded) -> bool:
    return node.role in (Role.STATE, Role.FINAL) and node.title == trace.end.get("state")


def _inline(svg: bytes, by_node: dict[str, Done], here: set[str]) -> Html:
    """Return an SVG file as part of a page: only shapes and texts, colours as classes, nodes as links."""
    root = ET.fromstring(svg)
    width = re.match(r"[\d.]+", root.get("width", ""))
    text = _element(root, by_node, here)
    label = f"The flow, each step with how it came out: {sum(bool(what.attempts) for what in by_node.values())} ran"
    natural = round(float(width.group()) * 4 / 3) if width else 0
    size = "small" if natural <= _SMALL else "medium" if natural <= _MEDIUM else "large"
    look = {"viewBox": root.get("viewBox"), "width": natural, "class_": f"flow {size}"}
    return element("svg", text, role="img", aria_label=label, **look)


def _element(part: ET.Element, by_node: dict[str, Done], here: set[str]) -> Html:
    """Return what is inside an element, those of nodes wrapped in links."""
    return Html("".join(_child(child, by_node, here) for child in part))


def _child(child: ET.Element, by_node: dict[str, Done], here: set[str]) -> Html:
    tag = child.tag.removeprefix(_SVG)
    if tag == "g":
        return _group(child, by_node, here)
    if tag == "text":
        return element("text", seen(child.text or ""), **_looks(child))
    if tag in ("path", "polygon", "polyline", "ellipse", "rect"):
        return element(tag, **_looks(child))
    return Html("")


def _group(group: ET.Element, by_node: dict[str, Done], here: set[str]) -> Html:
    name = group.findtext(f"{_SVG}title") or ""
    inside = _element(group, by_node, here)
    kind = group.get("class", "")
    what = by_node.get(name) if kind == "node" else None
    if what is None:
        marked = f"{kind} {_HERE}" if kind == "node" and name in here else kind
        return element("g", inside, class_=marked, transform=group.get("transform"))
    outcome = what.outcome if what.attempts else Outcome.NOT_RUN
    shape = element("g", element("title", outcome.value), inside, class_=f"node is-{slug(outcome)}")
    return element("a", shape, href=f"#{anchor(what.telling)}") if what.attempts else shape


def _looks(part: ET.Element) -> dict[str, str]:
    kept = {name.replace("-", "_"): value for name, value in part.attrib.items() if name in _KEPT | _KEPT_LOOKS}
    classes = []
    for name, prefix in (("fill", "f"), ("stroke", "s")):
        value = part.get(name, "none" if name == "stroke" else "")
        if value in _COLOURS[prefix]:
            classes.append(_COLOURS[prefix][value])
        else:
            kept[name] = "none"
    return {**kept, **({"class_": " ".join(classes)} if classes else {})}


def _colours() -> dict[str, dict[str, str]]:
    palette = PALETTES[Theme.LIGHT]
    fills = {colour.fill: f"f-{hue}" for hue, colour in palette.colours.items()}
    solid = {colour.stroke: f"fs-{hue}" for hue, colour in palette.colours.items()}
    base = {palette.ink: "f-ink", palette.frame: "f-frame"}
    strokes = {colour.stroke: f"s-{hue}" for hue, colour in palette.colours.items()}
    return {"f": {**solid, **fills, **base}, "s": {**strokes, palette.frame: "s-frame"}}


_COLOURS = _colours()
"""The classes that stand for the colours of the light theme, as fill and as stroke."""
