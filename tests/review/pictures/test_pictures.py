"""Pictures show keys from who wrote them to who reads them, costs, findings and traces on the right parts."""

from pathlib import Path

import pytest

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.model import Direction, Drawing, Line, Tone
from chaindsl.draw.theme import Theme
from chaindsl.errors import ChainDslError
from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Repeat, Route, Transition, Workflow
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Attempts, Read, Step, Tool, ToolKind
from chaindsl.graph.typeform import LiteralValue
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.rates import Rates
from chaindsl.review.pictures.contracts import contract_table
from chaindsl.review.pictures.picture import Wish, drawn, picture
from chaindsl.review.project import view_project
from chaindsl.trace.stored import StoredTrace
from tests.review.report.project import written

MODEL = (Tool("complete", ToolKind.MODEL),)


def step(name: str, *reads: str, writes: str | None = None, **more: object) -> Step:
    return Step(name, reads=tuple(Read(key) for key in reads), writes=writes or name, **more)  # type: ignore[arg-type]


def data(drawing: Drawing) -> list[tuple[str, str, tuple[str, ...]]]:
    titles = {node.id: node.title for node in drawing.nodes}
    return [(titles[e.tail], titles[e.head], e.label) for e in drawing.edges if e.line is Line.DATA]


def notes(drawing: Drawing) -> dict[str, tuple[tuple[str, ...], Tone | None]]:
    return {node.title: (node.notes, node.tone) for node in drawing.nodes if node.notes or node.tone}


INPUT = (Input("q"),)


def test_keys_go_from_every_possible_writer_to_its_readers() -> None:
    routes = (Route(LiteralValue("str", "x"), (step("b", "q", writes="draft"),)),)
    chain = Chain((step("a", "q", writes="draft"), Branch("draft", routes, ()), step("c", "draft", "q")))
    assert data(drawn(Flow("f", chain, INPUT), Wish(data=True))) == [
        ("f", "a", ("q",)),
        ("f", "b", ("q",)),
        ("f", "c", ("q",)),
        ("a", "draft?", ("draft",)),
        ("a", "c", ("draft",)),
        ("b", "c", ("draft",)),
    ]


def test_keys_go_into_flows_and_out_of_them() -> None:
    inner = Flow("in", Chain((step("one", "q", writes="x"), step("two", "x", writes="out"))), INPUT, ("out",))
    flow = Flow("f", Chain((Nested(inner), step("last", "out"))), INPUT)
    assert data(drawn(flow, Wish(data=True))) == [
        ("f", "one", ("q",)),
        ("one", "two", ("x",)),
        ("two", "last", ("out",)),
    ]
    assert data(drawn(flow, Wish(data=True, collapse=True))) == [("f", "in", ("q",)), ("in", "last", ("out",))]


def test_a_loop_hands_keys_back() -> None:
    chain = Chain((step("a", writes="d"), Repeat((step("ok", "d"), step("fix", "d", writes="d")), "ok", 2)))
    found = data(drawn(Flow("f", chain), Wish(data=True)))
    assert ("fix", "ok", ("d",)) in found
    assert ("fix", "fix", ("d",)) not in found


def test_the_most_calls_stand_on_each_step_and_the_dearest_stands_out() -> None:
    loop = Repeat((step("ask", tools=MODEL), step("ok")), "ok", 3)
    flow = Flow("f", Chain((step("one", tools=MODEL, attempts=Attempts(1)), loop, step("free"))))
    assert notes(drawn(flow, Wish(calls=True))) == {
        "one": (("≤ 1 call",), None),
        "ask": (("≤ 6 calls",), Tone.DEAREST),
    }


def test_findings_stand_on_what_they_are_about(tmp_path: Path) -> None:
    folder = written(tmp_path)
    view = view_project(("flows.py",), str(folder))
    qa, work = (flow.graph for flow in view.files[0].flows)
    found = notes(drawn(qa, Wish(findings=view.findings)))
    assert found["note"] == (("⚠ CD202 unread-key",), Tone.WARNING)
    assert "⚠ CD304 no-budget" in found["qa"][0]
    found = notes(drawn(work, Wish(findings=view.findings)))
    assert found["b"] == (("⚠ CD601 no-guidance",), Tone.WARNING)
    assert found["work </title>"] == (("⚠ CD109 guarantee-broken",), Tone.ERROR)


def record(name: str, **more: object) -> dict[str, object]:
    return {"flow": "f", "step": name, "ok": True, "seconds": 0.25, "calls": [], "items": None, **more}


def test_a_trace_stands_on_what_ran() -> None:
    flow = Flow("f", Chain((step("a"), step("b"), step("c"))))
    records = (record("a", ok=False, message="no good"), record("a", calls=[{}]), record("b", ok=False, error="Oops"))
    assert notes(drawn(flow, Wish(trace=StoredTrace({}, records)))) == {
        "a": (("✓ 1× done, 0.5 s, 1 call", "✗ 1× failed: no good"), Tone.DONE),
        "b": (("✗ never done, 0.25 s", "✗ 1× failed: Oops"), Tone.ERROR),
        "c": (("did not run",), Tone.NEVER),
    }


def test_a_trace_of_a_workflow_shows_the_states_that_were_reached() -> None:
    moves = (Transition("go", ("a",), ("b",), Actor.DETERMINISTIC), Transition("no", ("a",), ("c",), Actor.HUMAN))
    flow = Flow("f", Workflow(moves, "a", ("b", "c")))
    found = notes(drawn(flow, Wish(trace=StoredTrace({}, (record("go", state="a", target="b"),)))))
    assert {name: tone for name, (_, tone) in found.items()} == {
        "a": Tone.DONE,
        "b": Tone.DONE,
        "c": Tone.NEVER,
        "go": Tone.DONE,
        "no": Tone.NEVER,
    }


def test_contracts_as_rows() -> None:
    inner = Flow("in", Chain((step("deep", "x", tools=MODEL, attempts=Attempts(3, 0.5, 2.0)),)), (Input("x"),))
    table = contract_table(
        FlowCost(
            FlowFacts(
                Flow("f", Chain((step("a", "q"), Nested(inner)))),
            ),
            Rates(),
        )
    )
    assert table.rows == (
        ("a", "q", "a", "", "2", "0.5 s"),
        ("in.deep", "x", "deep", "", "3", "3 calls, 7.5 s"),
    )


def test_a_table_has_no_room_in_some_formats() -> None:
    flow = Flow("f", Chain((step("a"),)))
    with pytest.raises(ChainDslError) as raised:
        picture(flow, Wish(table=True), "png", Theme.LIGHT)
    assert raised.value.code == "draw-no-table"
    assert picture(flow, Wish(table=True), "md", Theme.LIGHT).decode().endswith("| a |   | a |   | 2 | 0.5 s |\n")
    assert picture(flow, Wish(Direction.RIGHT, table=True), "svg", Theme.LIGHT).count(b"<text") > 6


def test_the_plain_wish_is_the_plain_picture() -> None:
    flow = Flow("f", Chain((step("a"),)))
    assert drawn(flow, Wish()) == draw_flow(flow)
