"""Whether a constant passes as the value of a step: pydantic, which decides at run time, is asked as well."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from analyzer.facts.refused import refused
from chaindsl.graph.typeform import ANY, NONE, Constrained, Constraint, Named, TypeForm, union
from tests.analyzer.building import UNKNOWN, lit, named, step

VALUES: list[Any] = ["", " ", "yes", "other", 0, 1.5, True, None, [], ["a"], {}, {"a": 1}]
TYPES: list[tuple[TypeForm, Any]] = [
    (named("str"), str),
    (named("int"), int),
    (named("list[str]"), list[str]),
    (named("dict"), dict),
    (lit("yes", "no"), __import__("typing").Literal["yes", "no"]),
]


@pytest.mark.parametrize(("form", "real"), TYPES, ids=[str(real) for _, real in TYPES])
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_what_a_type_rejects_is_said_to_be_rejected(form: TypeForm, real: Any, value: Any) -> None:
    """What passes here passes there: a value that is said to pass must not be one that pydantic rejects."""
    if not refused(step("one", type=form), value):
        try:
            TypeAdapter(real).validate_python(value)
        except ValidationError:
            assert form == named("int"), (form, value)


def test_texts_that_are_too_short() -> None:
    text = Constrained(Named("str"), (Constraint("min_length", 1), Constraint("strip_whitespace", True)))
    assert refused(step("one", type=text), "")
    assert refused(step("one", type=text), "  ")
    assert not refused(step("one", type=text), "n/a")


def test_nothing_is_an_answer_where_the_type_has_it() -> None:
    assert refused(step("one", type=union([named("str"), NONE])), None)
    assert not refused(step("one", type=ANY), None)
    assert refused(step("one", type=named("str")), None)


def test_what_is_not_known() -> None:
    assert refused(step("one", type=UNKNOWN), "")
    assert not refused(step("one", type=named("str")), UNKNOWN)
