"""Graphs go to JSON and come back the same, and their hashes see just what they say they see."""

import json
from dataclasses import replace

from hypothesis import given

from chaindsl.graph.budget import Budget, Input
from chaindsl.graph.encode import GRAPH_VERSION, shape_hash, to_data, to_json, types_hash
from chaindsl.graph.flow import Chain, Flow, Transition, Workflow
from chaindsl.graph.guard import Expression, parse_guard
from chaindsl.graph.place import Place
from chaindsl.graph.schema import from_json
from chaindsl.graph.step import Attempts, Each, Effect, Prompt, Read, Source, Step, Tool, ToolKind
from chaindsl.graph.typeform import STR, Named
from chaindsl.graph.unknown import Unknown, Why
from tests.graph.generated import Graphs
from tests.graph.rebuilt import rebuilt, without

flows, known_flows = Graphs().flows(), Graphs(holes=False).flows()
HOLE = Unknown(Why.DYNAMIC)
STEP = Step(
    "draft",
    reads=(Read("docs", Named("list", (STR,))),),
    tools=(Tool("complete", ToolKind.MODEL),),
    writes="draft",
    type=STR,
    prompts=(Prompt("p", "1", "{docs}"),),
    each=Each("docs", 3, item=STR, parameter="doc"),
)
FLOW = Flow("f", Chain((STEP,)), (Input("docs", STR),), ("draft",))


def flow_of(step: Step) -> Flow:
    return replace(FLOW, body=Chain((step,)))


@given(flows)
def test_what_is_written_is_read_back(flow: Flow) -> None:
    text = to_json((flow,))
    (again,) = from_json(text)
    assert again == flow
    assert to_json((again,)) == text
    assert (shape_hash(again), types_hash(again)) == (shape_hash(flow), types_hash(flow))


@given(flows)
def test_hashes_see_no_places_and_no_documentation(flow: Flow) -> None:
    bare = rebuilt(flow, without("place", "doc", "function"))
    assert bare == flow
    assert (shape_hash(bare), types_hash(bare)) == (shape_hash(flow), types_hash(flow))
    assert (types_hash(flow) is None) is ("'unknown'" in repr(to_data(flow)))


def untyped(value: object) -> object:
    match value:
        case Step():
            return replace(value, type=HOLE, parsed=False, command=HOLE, effect=HOLE)
        case Read():
            return replace(value, type=HOLE, source=HOLE)
        case Tool():
            return replace(value, kind=HOLE)
        case Each():
            return replace(value, item=HOLE)
        case Input():
            return replace(value, type=HOLE)
    return value


@given(known_flows)
def test_the_shape_does_not_see_what_annotations_say(flow: Flow) -> None:
    assert len(shape_hash(flow) or "") == 32
    assert len(types_hash(flow) or "") == 32
    assert shape_hash(rebuilt(flow, untyped)) == shape_hash(flow)


def test_the_shape_sees_everything_else() -> None:
    changed = [
        flow_of(replace(STEP, name="other")),
        flow_of(replace(STEP, writes="other")),
        flow_of(replace(STEP, reads=(Read("other"),))),
        flow_of(replace(STEP, reads=(Read("docs", optional=True),))),
        flow_of(replace(STEP, tools=(Tool("other"),))),
        flow_of(replace(STEP, prompts=(Prompt("p", "2", "{docs}"),))),
        flow_of(replace(STEP, prompts=(Prompt("p", "1", "{docs}."),))),
        flow_of(replace(STEP, each=None)),
        flow_of(replace(STEP, attempts=Attempts(3))),
        flow_of(replace(STEP, max_calls=2)),
        replace(FLOW, name="g"),
        replace(FLOW, body=Chain((STEP, replace(STEP, name="two")))),
        replace(FLOW, body=Workflow((), "a")),
        replace(FLOW, inputs=(Input("docs", STR, optional=True),)),
        replace(FLOW, budget=Budget(calls=1)),
        replace(FLOW, outputs=None),
        replace(FLOW, drop=True),
    ]
    hashes = {shape_hash(flow) for flow in (FLOW, *changed)}
    assert len(hashes) == len(changed) + 1
    assert None not in hashes


def test_types_see_what_annotations_say() -> None:
    changed = [
        flow_of(replace(STEP, type=Named("int"))),
        flow_of(replace(STEP, parsed=True)),
        flow_of(replace(STEP, effect=Effect())),
        flow_of(replace(STEP, reads=(Read("docs", source=Source.ACTOR),))),
        replace(FLOW, inputs=(Input("docs"),)),
    ]
    assert {shape_hash(flow) for flow in changed} == {shape_hash(FLOW)}
    assert len({types_hash(flow) for flow in (FLOW, *changed)}) == len(changed) + 1


def test_whole_numbers_are_one_whether_they_have_a_point() -> None:
    whole = flow_of(replace(STEP, attempts=Attempts(timeout=30, backoff=1)))
    point = flow_of(replace(STEP, attempts=Attempts(timeout=30.0, backoff=1.0)))
    assert whole == point
    assert shape_hash(whole) == shape_hash(point)


def test_guards_of_one_and_of_true_are_two_shapes() -> None:
    found = {
        shape_hash(
            Flow("f", Workflow((Transition("t", ("a",), ("b",), guard=Expression(parse_guard(text))),), "a", ("b",)))
        )
        for text in ("n == 1", "n == True", "n == 1.0")
    }
    assert len(found) == 3


def test_the_shape_of_a_flow_is_pinned() -> None:
    """A run that waits and a lock file hold it: when this changes, so must GRAPH_VERSION."""
    assert GRAPH_VERSION == 1
    assert shape_hash(FLOW) == "70d076335b89f96935904f27fd29a89b"


def test_a_document_holds_any_number_of_flows() -> None:
    assert from_json(to_json(())) == ()
    assert from_json(to_json((FLOW, FLOW), indent=None)) == (FLOW, FLOW)


def test_the_document() -> None:
    flow = Flow("f", Chain(()), place=Place("f.py", 3))
    assert json.loads(to_json((flow,))) == {
        "version": 1,
        "flows": [
            {
                "name": "f",
                "body": {"parts": [], "kind": "chain"},
                "inputs": [],
                "outputs": None,
                "budget": None,
                "drop": False,
                "guarantees": [],
                "doc": "",
                "place": {"file": "f.py", "line": 3, "column": 1, "end_line": 0, "end_column": 0},
            }
        ],
    }
