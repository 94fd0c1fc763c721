"""Mermaid says what the drawing says, line by line, and nothing an author wrote can be syntax."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.draw.flow import draw_flow
from chaindsl.draw.mermaid import escaped, markdown_text, mermaid_text
from chaindsl.draw.model import Cluster, Direction, Drawing, Edge, Frame, Line, Node, Role
from chaindsl.draw.theme import Theme
from chaindsl.draw.wording import cut
from tests.draw.samples import SAMPLES

# What a label may hold: letters, numbers for everything that could mean something, and line breaks between lines.
LABEL = r'"(?:[^\W_]|[_.](?=[^\W_])|[ ,()?!]|#\d+;|<br/>)*"'
ARROW = r"(?:-->|==>|-\.->|-\.-x|-\.-o)"
NODE = rf"[nlm]\d+(?:\[/|\[|\(|\(\[|\{{|\{{\{{|\[\[|\(\(|>){LABEL}(?:/\]|\]|\)|\]\)|\}}|\}}\}}|\]\]|\)\)):::is-[\w-]+"
LINES = [
    r"%%\{init: \{(\"theme\": \"dark\", )?\"flowchart\": \{\"wrappingWidth\": 400\}\}\}%%",
    "flowchart (TB|LR)",
    NODE,
    rf"n\d+ {ARROW}(\|{LABEL}\|)? n\d+",
    rf"subgraph (c\d+|legend)\[{LABEL}\]",
    "direction LR",
    "end",
    r"class [\w,]+ is-[\w-]+",
    r"classDef is-[\w-]+ [\w#:, .-]+",
    r"linkStyle [\d,]+ [\w#:, .-]+",
]
GRAMMAR = re.compile("|".join(f"(?:{line})" for line in LINES))
ODD = ['"', "'", "`a`", "#quot;", "#35;", "end", "-->", "%%{init: {'securityLevel': 'loose'}}%%", "%% x", "<b>", "&lt;"]
ODD += [
    "http://x.example",
    "www.x.example",
    "a@x.example",
    "__init__",
    "*a*",
    "1. a",
    "- a",
    "$$x$$",
    "fa:fa-car",
    "\\n",
]
ODD += ["ﬂ°°60¶ß", "style a:#b;", "click n1", "]", "})", "|", "~~~", "```", "é 日本", ":::x", "javascript:alert(1)"]
texts = (
    st.sampled_from(ODD)
    | st.text(st.sampled_from("\"'`#;&<>%{}[]()|-=.:_*$\\~@1aé "), max_size=12)
    | st.text(max_size=20)
)


def decoded(text: str) -> str:
    """What a viewer shows for a label."""
    return re.sub(r"#(\d+);", lambda found: chr(int(found.group(1))), text)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_text(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"draw/{name}.mmd", mermaid_text(draw_flow(SAMPLES[name])))


def test_the_text_for_a_dark_page_and_to_the_right(golden: Callable[[str, str], None]) -> None:
    golden("draw/support-dark-right.mmd", mermaid_text(draw_flow(SAMPLES["support"], Direction.RIGHT), Theme.DARK))


@given(texts)
def test_an_escaped_text_holds_no_syntax_and_loses_nothing(text: str) -> None:
    text = cut(text, 200)
    assert re.fullmatch(LABEL, f'"{escaped(text)}"')
    assert decoded(escaped(text)) == text
    assert "<" not in escaped(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("run_tests 1.5, f(x)?", "run_tests 1.5, f(x)?"),
        ("_x_", "#95;x#95;"),
        ("a.b", "a#46;b"),
        ("a: b", "a#58; b"),
        ('"', "#34;"),
        ("#quot;", "#35;quot#59;"),
        ("<b>", "#60;b#62;"),
        ("%%{x}%%", "#37;#37;#123;x#125;#37;#37;"),
        ("end", "end"),
        ("groß ﬂ", "gro#223; #64258;"),
    ],
)
def test_how_a_text_is_written(text: str, written: str) -> None:
    assert escaped(text) == written


@given(texts, texts, texts, texts, st.sampled_from(Theme))
def test_every_line_is_one_of_ours(title: str, line: str, label: str, frame: str, theme: Theme) -> None:
    title, line, label, frame = (cut(text, 200) for text in (title, line, label, frame))
    nodes = tuple(Node(f"n{i}", role, title, (line,) * (i % 3), "c1") for i, role in enumerate(Role))
    edges = tuple(Edge("n0", f"n{i + 1}", line_, (label, label)) for i, line_ in enumerate(Line))
    drawing = Drawing(nodes, edges, (Cluster("c1", Frame.REPEAT, frame),), nodes[:2], Direction.DOWN)
    written = mermaid_text(drawing, theme)
    assert [text for text in written.splitlines() if not GRAMMAR.fullmatch(text.strip())] == []
    assert markdown_text(drawing, theme) == f"```mermaid\n{written}```\n"


@pytest.mark.parametrize("name", SAMPLES)
def test_every_node_edge_and_frame_is_written_once(name: str) -> None:
    drawing = draw_flow(SAMPLES[name])
    lines = [line.strip() for line in mermaid_text(drawing).splitlines()]
    nodes = [found for line in lines if (found := re.fullmatch(r'([nl]\d+)[\[\]({>]+"(.*)"[\])}]+:::is-(.+)', line))]
    everything = {node.id: node for node in (*drawing.nodes, *drawing.legend)}
    assert sorted(found.group(1) for found in nodes) == sorted(everything)
    for found in nodes:
        node = everything[found.group(1)]
        shown = [decoded(text).strip() for text in found.group(2).split("<br/>")]
        assert (shown, found.group(3)) == ([text.strip() for text in (node.title, *node.lines)], node.role.value)
    edges = [
        (found.group(1), found.group(2))
        for line in lines
        if (found := re.fullmatch(rf"(n\d+) {ARROW}.*? ?(n\d+)", line))
    ]
    assert edges == [(edge.tail, edge.head) for edge in drawing.edges]
    frames = [found.group(1) for line in lines if (found := re.match(r"subgraph (c\d+)\[", line))]
    assert sorted(frames) == sorted(cluster.id for cluster in drawing.clusters)
    assert lines.count("end") == len(frames) + 1


def test_the_actors_differ_without_their_colours() -> None:
    text = mermaid_text(draw_flow(SAMPLES["release"]))
    lines = [line.strip() for line in text.splitlines()]
    shapes = {name: next(line for line in lines if line.startswith(f"{name}")) for name in ("n9[", "n13{{", "n14[[")}
    assert [line.rpartition(":::")[2] for line in shapes.values()] == ["is-deterministic", "is-agent", "is-human"]
    assert {"n2 --> n9", "n6 -.-> n13", "n6 ==> n14"} <= set(lines)
    assert "stroke-dasharray:6 4" in next(line for line in lines if line.startswith("classDef is-agent"))
