"""Samples of a type: few values that tell apart all that comparisons with some constants can tell apart."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.facts.samples import Sample, samples
from chaindsl.graph.typeform import ANY, Constrained, Constraint, LiteralForm, LiteralValue, Named, TypeForm, union
from chaindsl.graph.unknown import Unknown, Why
from tests.analyzer.building import lit

NUMBERS = st.one_of(st.integers(-6, 6), st.sampled_from([0.5, -2.5, 3.0, 1e300, -1e300]))
TEXTS = st.text("ab~\0", max_size=3)
KINDS: dict[str, st.SearchStrategy[Any]] = {"int": st.integers(-9, 9), "float": NUMBERS, "str": TEXTS}


def answers(value: Any, constants: list[Any]) -> list[tuple[bool, bool]]:
    """How a value compares with each constant of its kind."""
    return [(value == one, value < one) for one in constants if isinstance(one, str) is isinstance(value, str)]


def told(form: TypeForm, constants: list[Any], kind: type) -> list[list[tuple[bool, bool]]]:
    return [answers(one.value, constants) for one in samples(form, constants) if isinstance(one.value, kind)]


@given(st.data(), st.sampled_from(sorted(KINDS)), st.lists(st.one_of(NUMBERS, TEXTS), max_size=4))
def test_a_sample_answers_as_any_value_does(data: st.DataObject, name: str, constants: list[Any]) -> None:
    value = data.draw(KINDS[name])
    kind = str if name == "str" else (int, float)
    assert answers(value, constants) in told(Named(name), constants, kind)  # type: ignore[arg-type]


@given(st.data(), st.lists(NUMBERS, max_size=3), st.integers(-4, 4), st.integers(0, 4))
def test_so_it_does_within_bounds(data: st.DataObject, constants: list[Any], low: int, more: int) -> None:
    bounds = (Constraint("gt", low), Constraint("le", low + more + 1))
    for name, values in (("int", st.integers(low + 1, low + more + 1)), ("float", st.floats(low, low + more + 1))):
        value = data.draw(values.filter(lambda number: number > low))
        found = told(Constrained(Named(name), bounds), constants, (int, float))  # type: ignore[arg-type]
        assert answers(value, constants) in found


@given(st.lists(st.one_of(NUMBERS, TEXTS, st.booleans(), st.none()), max_size=4))
def test_what_nothing_is_known_of_may_be_anything(constants: list[Any]) -> None:
    kinds = {"bool", "None", "number", "text", "items", "thing"}
    for form in (Unknown(Why.OUTSIDE), ANY, Named("Path")):
        assert {one.kind for one in samples(form, constants)} == kinds
    assert not any(one.sure for one in samples(Unknown(Why.OUTSIDE), constants))
    assert not any(one.sure for one in samples(Named("Path"), constants))


@pytest.mark.parametrize(
    ("form", "constants", "shown"),
    [
        (Named("bool"), [], ["False", "True"]),
        (Named("None"), [], ["None"]),
        (Named("list", (Named("str"),)), [], ["empty", "not empty"]),
        (Named("int"), [], ["-1", "0", "1"]),
        (Named("int"), [2.5], ["-1", "0", "1", "2", "3"]),
        (lit("a", 1, None), [], ["'a'", "1", "None"]),
        (union([Named("bool"), Named("None")]), [], ["False", "None", "True"]),
        (LiteralForm((LiteralValue("bytes", "x"),)), [], ["'x'"]),
        (Constrained(Named("list", (ANY,)), (Constraint("min_length", 1),)), [], ["not empty"]),
        (Constrained(Named("list", (ANY,)), (Constraint("max_length", 0),)), [], ["empty"]),
    ],
)
def test_samples_are_few(form: TypeForm, constants: list[Any], shown: list[str]) -> None:
    assert sorted(map(str, samples(form, constants))) == sorted(shown)


def test_infinity_is_a_value_among_floats_that_are_compared_with_it() -> None:
    found = samples(Named("float"), [math.inf])
    assert Sample("number", math.inf) in found
    assert [one for one in samples(Named("float"), [1.5]) if one.value == math.inf] == []


@pytest.mark.parametrize(
    ("base", "constraint", "sure"),
    [
        ("str", Constraint("pattern", "^a"), False),
        ("str", Constraint("strict", True), True),
        ("str", Constraint("min_length", 2), True),
        ("str", Constraint("strip_whitespace", True), True),
        ("int", Constraint("multiple_of", 3), False),
        ("int", Constraint("strict", True), True),
        ("int", Constraint("ge", 1), True),
    ],
)
def test_a_constraint_that_can_not_be_tried_leaves_doubt(base: str, constraint: Constraint, sure: bool) -> None:
    found = samples(Constrained(Named(base), (constraint,)), ["abc", 5])
    assert any(one.sure for one in found) is sure
