"""DOT says what the drawing says and no more: checked in the text, and in what a layout program makes of it."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.draw.dot import dot_text
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.model import Cluster, Direction, Drawing, Edge, Frame, Line, Node, Role
from chaindsl.draw.program import lay_out, programs
from chaindsl.draw.theme import Theme
from chaindsl.draw.wording import cut
from tests.draw.pictured import Picture, pictured
from tests.draw.samples import SAMPLES

TAGS = {"svg", "g", "title", "polygon", "polyline", "path", "ellipse", "text"}
ODD = [
    '"',
    "\\",
    '\\"',
    "\\\\",
    "\\N \\G \\l",
    "a\\",
    "<b>x</b>",
    "<",
    "&lt;",
    "&amp;amp;",
    "&#92;l",
    "{a|b}",
    "}",
    "end",
]
ODD += [
    "-->",
    "n1",
    "-> n2",
    "graph",
    "a]",
    '" label="x',
    "label=<<b>x</b>>",
    "http://x.example",
    "é 日本 ж",
    "  ",
    "'",
]
texts = st.sampled_from(ODD) | st.text(st.sampled_from('"\\{}|<>&;#lNn ]a'), max_size=12) | st.text(max_size=20)


def laid_out(drawing: Drawing, theme: Theme = Theme.LIGHT) -> Picture:
    return pictured(lay_out(programs()[-1], dot_text(drawing, theme), "svg"))


def shown(text: str) -> str:
    return " ".join(text.split())


def lines(*found: str) -> list[str]:
    return [text for text in map(shown, found) if text]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_text(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"draw/{name}.dot", dot_text(draw_flow(SAMPLES[name])))


def test_the_text_for_a_dark_page_and_to_the_right(golden: Callable[[str, str], None]) -> None:
    golden("draw/support-dark-right.dot", dot_text(draw_flow(SAMPLES["support"], Direction.RIGHT), Theme.DARK))


@pytest.mark.parametrize("name", SAMPLES)
def test_the_picture_shows_just_the_drawing(name: str) -> None:
    drawing = draw_flow(SAMPLES[name])
    picture = laid_out(drawing)
    assert {n.id: lines(n.title, *n.lines) for n in (*drawing.nodes, *drawing.legend)} == {
        title: lines(*found) for title, found in picture.nodes.items()
    }
    assert sorted((edge.tail, edge.head, lines(*edge.label)) for edge in drawing.edges) == sorted(picture.edges)
    frames = {f"cluster_{c.id}": [shown(c.title)] for c in drawing.clusters}
    assert picture.clusters == {**frames, "cluster_legend": ["Legend"]}


def odd_drawing(title: str, line: str, label: str, frame: str, direction: Direction) -> Drawing:
    """A drawing with these texts in every place where one can stand, in every shape."""
    nodes = tuple(Node(f"n{i}", role, title, (line,) * (i % 3), "c1") for i, role in enumerate(Role))
    edges = tuple(Edge("n0", f"n{i + 1}", line_, (label,)) for i, line_ in enumerate(Line))
    return Drawing(nodes, edges, (Cluster("c1", Frame.REPEAT, frame),), (), direction)


@given(texts, texts, texts, texts, st.sampled_from(Direction))
def test_no_text_is_syntax(title: str, line: str, label: str, frame: str, direction: Direction) -> None:
    title, line, label, frame = (cut(text, 200) for text in (title, line, label, frame))
    drawing = odd_drawing(title, line, label, frame, direction)
    picture = laid_out(drawing)
    assert {node.id: lines(node.title, *node.lines) for node in drawing.nodes if node.role is not Role.INITIAL} == {
        name: lines(*found) for name, found in picture.nodes.items() if name != f"n{list(Role).index(Role.INITIAL)}"
    }
    assert [(tail, head) for tail, head, _ in picture.edges] == [(edge.tail, edge.head) for edge in drawing.edges]
    assert {tuple(lines(*found)) for *_, found in picture.edges} == {tuple(lines(label))}
    assert lines(*picture.clusters["cluster_c1"]) == lines(frame)
    assert picture.tags <= TAGS
    assert not {name for name in picture.attributes if "href" in name or name.startswith("on")}


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_are_shown_as_they_are(text: str) -> None:
    drawing = odd_drawing(text, text, text, text, Direction.DOWN)
    assert lines(*laid_out(drawing).nodes["n2"]) == lines(text, text, text)


def test_the_shapes_differ_without_their_colours() -> None:
    text = dot_text(draw_flow(SAMPLES["release"]))
    seen = {}
    for role, node in (("deterministic", "n9"), ("agent", "n13"), ("human", "n14")):
        (line,) = (line for line in text.splitlines() if line.startswith(f"\t{node} ["))
        seen[role] = [
            part for part in line.split() if part.startswith(("shape=", "style=", "peripheries=", "penwidth="))
        ]
    assert seen == {
        "deterministic": ["penwidth=1.2", "peripheries=1", "shape=record", "style=filled]"],
        "agent": ["penwidth=1.6", "peripheries=1", "shape=hexagon", 'style="filled,dashed"]'],
        "human": ["penwidth=2.4", "peripheries=2", "shape=octagon", "style=filled]"],
    }
