"""The canonical form does not depend on the order or the nesting in which a type was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.graph.typeform import (
    ANY,
    NONE,
    STR,
    Constrained,
    Constraint,
    EnumForm,
    LiteralForm,
    LiteralValue,
    Named,
    TypeForm,
    UnionForm,
    constrained,
    labels,
    literal,
    literal_value,
    type_text,
    union,
    walk,
)
from chaindsl.graph.unknown import Unknown, Why
from tests.graph.generated import constraints, members, types, values

INT = Named("int")
forms = types()
some = st.lists(forms, min_size=1, max_size=4)


@given(some, st.randoms(use_true_random=False))
def test_a_union_has_no_order_and_no_repeats(found: list[TypeForm], random: object) -> None:
    shuffled = [*found, found[0]]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert union(shuffled) == union(found)


@given(some, some)
def test_a_union_of_unions_is_one(left: list[TypeForm], right: list[TypeForm]) -> None:
    assert union([union(left), union(right)]) == union([*left, *right])
    assert union([union(left)]) == union(left)


@given(st.lists(values | members, max_size=5), st.randoms(use_true_random=False))
def test_a_literal_has_no_order_and_no_repeats(found: list[LiteralValue], random: object) -> None:
    shuffled = found + found[:1]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert literal(shuffled) == literal(found)
    assert set(literal(found).values) == set(found)


@given(forms, st.lists(constraints, max_size=3), st.lists(constraints, max_size=3))
def test_constraints_add_up_in_any_order(base: TypeForm, first: list[Constraint], second: list[Constraint]) -> None:
    both = constrained(constrained(base, first), second)
    assert both == constrained(base, [*second, *first])
    assert both == constrained(constrained(base, second), first)
    assert not isinstance(both, Constrained) or not isinstance(both.base, Constrained)


@given(forms, forms)
def test_equal_types_have_equal_text(left: TypeForm, right: TypeForm) -> None:
    assert left != right or type_text(left) == type_text(right)


@given(forms)
def test_a_walk_starts_with_the_form_and_holds_all_inside(form: TypeForm) -> None:
    found = list(walk(form))
    assert found[0] is form
    if isinstance(form, UnionForm):
        assert all(member in found for member in form.members)


def test_types_that_read_alike_keep_their_order() -> None:
    pair = [literal([LiteralValue("str", "a", "E.A")]), literal([LiteralValue("int", 1, "E.A")])]
    assert type_text(pair[0]) == type_text(pair[1])
    assert union(pair) == union(reversed(pair))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (ANY, "Any"),
        (Named("list", (STR,)), "list[str]"),
        (Named("Callable", (Named("[]", (INT, STR)), NONE)), "Callable[[int, str], None]"),
        (Named("Callable", (Named("[]"), NONE)), "Callable[[], None]"),
        (union([NONE, STR]), "None | str"),
        (literal([LiteralValue("str", "b"), LiteralValue("str", "a"), LiteralValue("int", 1)]), "Literal[1, 'a', 'b']"),
        (literal([LiteralValue("bytes", "a")]), "Literal[b'a']"),
        (literal([LiteralValue("enum", "red", "Colour.RED")]), "Literal[Colour.RED]"),
        (EnumForm("Colour", ()), "Colour"),
        (constrained(STR, [Constraint("min_length", 1)]), "Annotated[str, min_length=1]"),
        (constrained(STR, [], open_=True), "Annotated[str, ...]"),
        (Unknown(Why.OUTSIDE, "np.array"), "?"),
    ],
)
def test_how_types_read(form: TypeForm, text: str) -> None:
    assert type_text(form) == text


def test_a_lone_member_stands_for_itself() -> None:
    assert union([STR, STR]) == STR
    assert constrained(STR, []) == STR


def test_no_constraint_is_put_on_what_is_unknown() -> None:
    hole = Unknown(Why.OUTSIDE)
    assert constrained(hole, [Constraint("ge", 1)]) is hole


def test_bases_are_no_part_of_a_type() -> None:
    assert Named("A", bases=("str",)) == Named("A")


def test_labels_are_counted_where_they_can_be() -> None:
    yes, no, none = LiteralValue("bool", True), LiteralValue("bool", False), LiteralValue("None", None)
    red = LiteralValue("enum", "r", "Colour.RED")
    assert labels(Named("bool")) == (no, yes)
    assert labels(NONE) == (none,)
    assert labels(EnumForm("Colour", (red,))) == (red,)
    assert labels(constrained(literal([yes]), [Constraint("strict", True)])) == (yes,)
    assert labels(union([NONE, Named("bool")])) == (none, no, yes)
    assert labels(union([NONE, STR])) is None
    assert labels(STR) is None
    assert labels(LiteralForm(())) == ()


def test_plain_values_become_literals_by_their_type() -> None:
    assert [literal_value(value) for value in (None, True, 1, "1", b"1")] == [
        LiteralValue("None", None),
        LiteralValue("bool", True),
        LiteralValue("int", 1),
        LiteralValue("str", "1"),
        LiteralValue("bytes", "1"),
    ]
    assert literal_value(1.5) is None
    assert literal_value([]) is None


def test_a_label_is_the_value_or_the_name() -> None:
    assert LiteralValue("str", "a").label == "a"
    assert LiteralValue("bool", True).label == "True"
    assert LiteralValue("enum", "red", "Colour.RED").label == "red"
    assert LiteralValue("enum", None, "Colour.RED").label == "Colour.RED"
