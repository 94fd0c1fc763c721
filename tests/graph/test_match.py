"""Matching is reflexive and symmetric, a hole matches anything, and nothing else does."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.graph.flow import Chain, Flow, Hole, Part, Transition, Workflow
from chaindsl.graph.match import differences, matches
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Read, Step
from chaindsl.graph.typeform import STR, Constrained, Constraint, Named, TypeForm, constrained, union
from chaindsl.graph.unknown import Unknown, Why
from tests.graph.generated import Graphs, types
from tests.graph.rebuilt import rebuilt

HOLE = Unknown(Why.DYNAMIC, "x")
MANY = Hole(HOLE, many=True)
A, B, C = (Step(name, writes=name) for name in "abc")
INT, FLOAT = Named("int"), Named("float")
graphs = Graphs()


def punched(form: TypeForm, *at: int) -> TypeForm:
    """The form with the named classes at these positions of the walk unknown."""
    seen = -1

    def change(value: object) -> object:
        nonlocal seen
        if not isinstance(value, Named):
            return value
        seen += 1
        return HOLE if seen in at else value

    return rebuilt(form, change)


@given(graphs.flows())
def test_every_graph_matches_itself(flow: Flow) -> None:
    assert list(differences(flow, flow)) == []


@given(graphs.parts(), graphs.parts())
def test_matching_is_symmetric_for_parts(left: Part, right: Part) -> None:
    assert matches(left, right) is matches(right, left)


@given(types(), types())
def test_matching_is_symmetric_for_types(left: TypeForm, right: TypeForm) -> None:
    assert matches(left, right) is matches(right, left)


@given(types(), st.sets(st.integers(0, 4)))
def test_a_type_matches_itself_with_holes(form: TypeForm, at: set[int]) -> None:
    assert matches(form, punched(form, *at))
    assert matches(punched(form, *at), form)


@given(graphs.steps())
def test_a_hole_matches_anything(step: Step) -> None:
    for hole in (HOLE, Hole(HOLE)):
        assert matches(step, hole)
        assert matches(hole, step)


sequences = st.lists(st.sampled_from([A, B, MANY, Hole(HOLE)]), max_size=5).map(tuple)


def fits(left: tuple[Part, ...], right: tuple[Part, ...]) -> bool:
    """Whether two rows of parts may be the same, by trying everything."""
    for one, other in ((left, right), (right, left)):
        if one and isinstance(one[0], Hole) and one[0].many:
            return any(fits(one[1:], other[skip:]) for skip in range(len(other) + 1))
    if not left or not right:
        return left == right
    wild = isinstance(left[0], Hole) or isinstance(right[0], Hole)
    return (wild or left[0] == right[0]) and fits(left[1:], right[1:])


@given(sequences, sequences)
def test_holes_for_many_parts_stand_for_any_row(left: tuple[Part, ...], right: tuple[Part, ...]) -> None:
    assert matches(Chain(left), Chain(right)) is fits(left, right)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (STR, INT, False),
        (STR, HOLE, True),
        (Named("list", (STR,)), Named("list", (HOLE,)), True),
        (Named("list", (STR,)), Named("list"), False),
        (union([STR, INT]), union([INT, STR]), True),
        (union([STR, INT]), STR, False),
        (union([STR, HOLE]), union([STR, INT]), True),
        (union([STR, HOLE]), STR, True),
        (union([FLOAT, HOLE]), union([STR, INT]), False),
        (constrained(STR, [Constraint("ge", 1)]), STR, False),
        (constrained(STR, [Constraint("ge", 1)]), Constrained(STR, (), open=True), True),
        (constrained(STR, [Constraint("ge", 1)]), Constrained(INT, (), open=True), False),
        (constrained(STR, [Constraint("ge", 1)]), constrained(STR, [Constraint("ge", 2)], open_=True), False),
        (constrained(STR, [Constraint("ge", 1)]), HOLE, True),
    ],
)
def test_types_match_where_neither_is_unknown(left: TypeForm, right: TypeForm, expected: bool) -> None:
    assert matches(left, right) is expected
    assert matches(right, left) is expected


def test_places_and_documentation_take_no_part() -> None:
    assert matches(replace(A, doc="x", function="f", asynchronous=True), A)


def test_a_difference_says_where() -> None:
    left = Flow("f", Chain((A, replace(B, reads=(Read("x"),)))))
    right = Flow("f", Chain((A, replace(B, reads=(Read("y"),)))))
    assert list(differences(left, right)) == [
        "body.parts[1].reads[0].key: 'x' is not 'y'",
        "body.parts[1].reads[0].parameter: 'x' is not 'y'",
    ]
    assert list(differences(Chain((A,)), Chain((A, B)))) == ["parts: 1 here and 2 there"]


def test_one_is_not_true() -> None:
    assert not matches(1, True)


def go(name: str) -> Transition:
    return Transition(name, ("s",), ("t",), Actor.HUMAN)


def test_an_open_workflow_may_have_more_transitions_in_its_order() -> None:
    whole = Workflow((go("a"), go("b"), go("c")), "s")
    assert matches(Workflow((go("a"), go("c")), "s", open=HOLE), whole)
    assert matches(whole, Workflow((), "s", open=HOLE))
    assert not matches(Workflow((go("c"), go("a")), "s", open=HOLE), whole)
    assert not matches(Workflow((go("a"),), "t", open=HOLE), whole)
    assert not matches(Workflow((go("a"), go("c")), "s"), whole)
