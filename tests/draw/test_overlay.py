"""What is put on a drawing stands on the right nodes; what is cut out of one keeps its surroundings."""

import pytest

from chaindsl.draw.data_edges import Handover, with_data
from chaindsl.draw.dot import dot_text
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.focus import around
from chaindsl.draw.mermaid import mermaid_text
from chaindsl.draw.model import Drawing, Frame, Line, Role, Tone
from chaindsl.draw.overlay import Note, annotated, linked
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Chain, Flow, Nested, Repeat
from chaindsl.graph.step import Step
from tests.draw.samples import RELEASE

A, B, C, D = (Step(name, writes=name) for name in "abcd")
INNER = Flow("inner", Chain((B, C)), outputs=("c",))
FLOW = Flow("f", Chain((A, Nested(INNER), D)))


def edges(drawing: Drawing, line: Line) -> list[tuple[str, str, tuple[str, ...]]]:
    titles = {node.id: node.title for node in drawing.nodes}
    return [(titles[edge.tail], titles[edge.head], edge.label) for edge in drawing.edges if edge.line is line]


def test_a_note_stands_on_its_part_only() -> None:
    drawing = annotated(draw_flow(FLOW), lambda part: Note(("seen",), Tone.DONE) if part is B else None)
    assert [(node.title, node.notes, node.tone) for node in drawing.nodes if node.notes] == [
        ("b", ("seen",), Tone.DONE)
    ]
    assert "seen" in dot_text(drawing)
    assert "b<br/>writes b#58; Any<br/>seen" in mermaid_text(drawing) or "<br/>seen" in mermaid_text(drawing)
    assert "class n3 is-done" in mermaid_text(drawing)


def test_the_legend_explains_the_tones_that_are_used() -> None:
    words = {Tone.DONE: ("taken", "on a path"), Tone.NEVER: ("not taken", "on no path")}
    drawing = annotated(draw_flow(FLOW), lambda part: Note(("seen",), Tone.DONE) if part is B else None, words)
    (sample,) = [node for node in drawing.legend if node.tone is not None]
    assert (sample.title, sample.lines, sample.tone) == ("taken", ("on a path",), Tone.DONE)
    assert f"class n3,{sample.id} is-done" in mermaid_text(drawing)
    assert f'{sample.id} [label="{{taken|' in dot_text(drawing)


def test_notes_add_up_and_are_cut() -> None:
    once = annotated(draw_flow(FLOW), lambda part: Note(("one",), Tone.DONE))
    twice = annotated(once, lambda part: Note(tuple(map(str, range(20)))) if part is A else None)
    node = next(node for node in twice.nodes if node.title == "a")
    assert node.notes == ("one", *map(str, range(7)), "… 13 more lines")
    assert node.tone is Tone.DONE


def test_links_are_addresses_in_dot() -> None:
    text = dot_text(linked(draw_flow(FLOW), lambda part: "#x1" if part is A else ""))
    assert text.count('URL="#x1"') == 1


def test_keys_between_the_same_nodes_share_an_edge() -> None:
    pairs = [Handover(key, (A,), (D,)) for key in ("x", "y")] + [Handover("z", (FLOW,), (B, INNER))]
    drawing = with_data(draw_flow(FLOW), pairs)
    assert edges(drawing, Line.DATA) == [("f", "b", ("z",)), ("a", "d", ("x, y",))]


def test_a_collapsed_flow_stands_for_what_is_in_it() -> None:
    drawing = draw_flow(FLOW, collapse=True)
    assert [(node.title, node.role) for node in drawing.nodes] == [
        ("f", Role.START),
        ("a", Role.STEP),
        ("inner", Role.NESTED),
        ("d", Role.STEP),
        ("end", Role.END),
    ]
    found = with_data(drawing, [Handover("a", (A,), (B, INNER)), Handover("c", (C, INNER), (D,))])
    assert edges(found, Line.DATA) == [("a", "inner", ("a",)), ("inner", "d", ("c",))]


def test_what_is_around_a_step() -> None:
    chain = Flow("f", Chain((A, B, Repeat((C,), "c", 3), D)))
    drawing = around(draw_flow(chain), "c", 1)
    assert [node.title for node in drawing.nodes] == ["b", "c", "d", "… 1 more", "… 1 more"]
    assert edges(drawing, Line.UNKNOWN) == [("… 1 more", "b", ()), ("d", "… 1 more", ())]
    assert [cluster.frame for cluster in drawing.clusters] == [Frame.REPEAT]
    assert [node.title for node in around(draw_flow(chain), "c", 99).nodes] == ["f", "a", "b", "c", "d", "end"]
    assert next(node.title for node in around(draw_flow(RELEASE), "deploy", 0).nodes) == "deploy"


def test_a_step_that_is_not_there() -> None:
    with pytest.raises(ChainDslError) as raised:
        around(draw_flow(FLOW), "bb", 1)
    assert (raised.value.code, raised.value.issue.hint) == ("no-such-step", "did you mean b?")


def test_what_is_nested_too_deeply_is_one_error() -> None:
    flow = Flow("f0", Chain((A,)))
    for number in range(1, 3_000):
        flow = Flow(f"f{number}", Chain((Nested(flow),)), outputs=("a",))
    with pytest.raises(ChainDslError) as raised:
        draw_flow(flow)
    assert raised.value.code == "draw-too-deep"
    assert len(draw_flow(flow, collapse=True).nodes) == 3
