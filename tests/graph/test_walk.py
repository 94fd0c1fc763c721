"""Walks and the keys of parts, in the order of the source and without entering nested flows."""

from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Repeat, Route, Transition, Workflow
from chaindsl.graph.outputs import flow_outputs, part_writes
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import LiteralValue
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.graph.walk import flow_parts, flow_steps, nested_flows, parts_within

HOLE = Unknown(Why.DYNAMIC)
A, B, C, D, E = (Step(name, writes=name) for name in "abcde")
INNER = Flow("inner", Chain((E,)), outputs=("e",))
BRANCH = Branch("k", (Route(LiteralValue("str", "x"), (A, Nested(INNER))), Route(HOLE, ())), (B,))
LOOP = Repeat((C, Parallel((D,))), "c", 2)
FLOW = Flow("outer", Chain((BRANCH, LOOP)))
WORK = Workflow((Transition("t", ("s",), ("s",), work=A, runs=INNER), Transition("u", ("s",), ("s",))), "s")


def test_parts_come_outermost_first_and_in_order() -> None:
    assert list(parts_within(BRANCH)) == [BRANCH, A, Nested(INNER), B]
    assert list(flow_parts(FLOW)) == [BRANCH, A, Nested(INNER), B, LOOP, C, Parallel((D,)), D]
    assert list(parts_within(Branch("k", HOLE))) == [Branch("k", HOLE)]
    assert list(flow_parts(Flow("w", WORK))) == []


def test_steps_are_those_of_a_flow_itself() -> None:
    assert list(flow_steps(FLOW)) == [A, B, C, D]
    assert list(flow_steps(Flow("w", WORK))) == [A]
    assert list(nested_flows(FLOW)) == [INNER]
    assert list(nested_flows(Flow("w", WORK))) == [INNER]


def test_a_flow_hands_back_what_it_says_or_what_its_last_part_writes() -> None:
    assert flow_outputs(INNER) == ("e",)
    assert flow_outputs(FLOW) == ("c", "d")
    assert flow_outputs(Flow("f", Chain(()))) == ()
    assert flow_outputs(Flow("f", Chain((A,)), outputs=HOLE)) == HOLE
    assert flow_outputs(Flow("w", WORK)) == ("a", "e")


def test_what_may_be_written_is_unknown_where_a_part_is() -> None:
    assert part_writes(BRANCH) == ("a", "e", "b")
    assert part_writes(Step("x", writes=HOLE)) == HOLE
    assert part_writes(Step("x")) == ()
    assert part_writes(Repeat((A, Hole(HOLE)), "a", 2)) == HOLE
    assert part_writes(Branch("k", HOLE, (A,))) == HOLE
    assert flow_outputs(Flow("w", Workflow((), "s", open=HOLE))) == HOLE
    assert flow_outputs(Flow("w", Workflow((Transition("t", ("s",), ("s",), runs=HOLE),), "s"))) == HOLE
