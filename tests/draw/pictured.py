"""What a laid-out picture shows: the texts and edges of an SVG, as a viewer would see them."""

import xml.etree.ElementTree as ET
from dataclasses import dataclass

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Picture:
    """Each group's title with its lines of text, by kind, in the order of the file."""

    nodes: dict[str, list[str]]
    edges: list[tuple[str, str, list[str]]]
    clusters: dict[str, list[str]]
    tags: frozenset[str]
    attributes: frozenset[str]


def pictured(svg: bytes) -> Picture:
    """Read an SVG that was laid out from DOT."""
    root = ET.fromstring(svg)
    groups: dict[str, list[tuple[str, list[str]]]] = {"node": [], "edge": [], "cluster": []}
    for group in root.iter(f"{SVG}g"):
        if group.get("class") in groups:
            texts = [" ".join((text.text or "").split()) for text in group.findall(f"{SVG}text")]
            groups[str(group.get("class"))].append((group.findtext(f"{SVG}title") or "", texts))
    elements = list(root.iter())
    return Picture(
        dict(groups["node"]),
        [(*_ends(title), texts) for title, texts in groups["edge"]],
        dict(groups["cluster"]),
        frozenset(element.tag.removeprefix(SVG) for element in elements),
        frozenset(name for element in elements for name in element.attrib),
    )


def _ends(title: str) -> tuple[str, str]:
    tail, _, head = title.partition("->")
    return tail, head
