"""Which writer's type fits which reader's."""

import pytest

from analyzer.facts import typefit
from analyzer.facts.typefit import fits, items_of, never_fits
from analyzer.facts.verdict import Verdict
from chaindsl.graph.typeform import Constrained, Constraint, EnumForm, LiteralValue, Named, TypeForm, union
from chaindsl.graph.unknown import Unknown, Why
from tests.analyzer.building import lit, named

YES, NO, UNKNOWN = Verdict.YES, Verdict.NO, Verdict.UNKNOWN
RED = LiteralValue("enum", "red", "Colour.RED")
COLOUR = EnumForm("Colour", (RED,))
TEXT = Constrained(Named("str"), (Constraint("min_length", 1), Constraint("strip_whitespace", True)))
OUTSIDE = Unknown(Why.OUTSIDE)
PAGE = Named("Page", bases=("BaseModel",))
ROW = Named("Row", bases=("TypedDict",))
ODD = Named("Odd", bases=("SomethingElse",))
SHAPE = Named("Shape", bases=("Protocol",))


def bound(**limits: int) -> TypeForm:
    return Constrained(Named("int"), tuple(Constraint(name, value) for name, value in limits.items()))


def sized(**limits: int) -> TypeForm:
    return Constrained(named("list[str]"), tuple(Constraint(name, value) for name, value in limits.items()))


@pytest.mark.parametrize(
    ("writer", "reader", "verdict"),
    [
        ("str", "str", YES),
        ("str", "int", NO),
        ("bool", "int", YES),
        ("int", "float", YES),
        ("float", "int", NO),
        ("int", "bool", NO),
        ("str", "Any", YES),
        ("Any", "str", YES),
        ("str", "object", YES),
        ("None", "str", NO),
        ("str|None", "str", NO),
        ("str", "str|None", YES),
        ("str|int", "int|str|None", YES),
        ("list[str]", "list[str]", YES),
        ("list[str]", "list[int]", NO),
        ("list[int]", "list[float]", YES),
        ("list", "list[int]", YES),
        ("list[str]", "Sequence[str]", YES),
        ("list[str]", "Iterable[int]", NO),
        ("list[str]", "tuple", NO),
        ("tuple[int,...]", "Sequence[int]", YES),
        ("tuple[int,str]", "Sequence[int]", NO),
        ("tuple[int,str]", "tuple[int,str]", YES),
        ("tuple[int,str]", "tuple[int]", NO),
        ("tuple[int,...]", "tuple[int,int]", UNKNOWN),
        ("tuple[int,int]", "tuple[int,...]", YES),
        ("set[str]", "list[str]", NO),
        ("dict[str,int]", "Mapping[str,int]", YES),
        ("dict[str,int]", "dict[str,str]", NO),
        ("dict[str,int]", "list[str]", NO),
        ("dict[str,int]", "Iterable[str]", YES),
        ("str", "Iterable", YES),
        ("int", "Iterable", NO),
        ("int", "Hashable", UNKNOWN),
        ("datetime.datetime", "datetime.date", YES),
        ("str", "datetime.date", NO),
        ("chaindsl.Completion", "str", YES),
        ("str", "Page", NO),
        ("Page", "Book", NO),
        ("Page[str]", "Page[int]", NO),
        ("Page[str]", "Page[str]", YES),
        ("Page", "Iterable", UNKNOWN),
    ],
)
def test_by_name(writer: str, reader: str, verdict: Verdict) -> None:
    assert fits(named(writer), named(reader)) is verdict


@pytest.mark.parametrize(
    ("writer", "reader", "verdict"),
    [
        (OUTSIDE, Named("str"), UNKNOWN),
        (Named("str"), OUTSIDE, UNKNOWN),
        (named("list"), Named("list", (OUTSIDE,)), YES),
        (Named("list", (OUTSIDE,)), named("list[int]"), UNKNOWN),
        (Named("str"), TEXT, YES),
        (TEXT, Named("str"), YES),
        (TEXT, Named("int"), NO),
        (bound(le=3), bound(ge=4), NO),
        (bound(le=3), bound(ge=3), YES),
        (bound(lt=3), bound(ge=3), NO),
        (bound(ge=3), bound(le=9), YES),
        (sized(max_length=3), sized(min_length=4), NO),
        (sized(max_length=3), sized(min_length=3), YES),
        (Named("str"), lit("a", "b"), UNKNOWN),
        (Named("int"), lit("a", "b"), NO),
        (lit("a", "b"), Named("str"), YES),
        (lit("a", 1), Named("str"), NO),
        (lit("a"), lit("a", "b"), YES),
        (lit("a", "c"), lit("a", "b"), UNKNOWN),
        (lit("c"), lit("a", "b"), NO),
        (lit(True), Named("bool"), YES),
        (COLOUR, COLOUR, YES),
        (COLOUR, EnumForm("Size", ()), NO),
        (COLOUR, Named("str"), UNKNOWN),
        (COLOUR, named("dict"), NO),
        (Named("str"), COLOUR, NO),
        (lit("red"), COLOUR, NO),
        (PAGE, Named("str"), NO),
        (PAGE, named("dict"), NO),
        (ROW, named("dict"), YES),
        (named("dict"), ROW, UNKNOWN),
        (ODD, Named("str"), UNKNOWN),
        (ODD, PAGE, NO),
        (PAGE, SHAPE, UNKNOWN),
        (Named("str"), SHAPE, UNKNOWN),
        (Named("Cat", bases=("Animal",)), Named("Animal"), YES),
        (Named("Animal"), Named("Cat", bases=("Animal",)), NO),
    ],
)
def test_by_form(writer: TypeForm, reader: TypeForm, verdict: Verdict) -> None:
    assert fits(writer, reader) is verdict


def test_some_values_may_fit_where_others_do_not() -> None:
    assert not never_fits(union([Named("str"), Named("None")]), Named("str"))
    assert never_fits(union([Named("int"), Named("None")]), Named("str"))
    assert not never_fits(Named("str"), OUTSIDE)


@pytest.mark.parametrize(
    ("form", "item"),
    [
        (named("list[str]"), named("str")),
        (named("list"), named("Any")),
        (named("Any"), named("Any")),
        (named("tuple[int,...]"), named("int")),
        (sized(max_length=3), named("str")),
        (named("str"), None),
        (named("int"), None),
        (lit("a"), None),
    ],
)
def test_items(form: TypeForm, item: TypeForm | None) -> None:
    assert items_of(form) == item


def test_large_unions_that_are_the_same_are_not_compared_member_by_member(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[TypeForm] = []

    def look(writer: TypeForm, reader: TypeForm) -> Verdict:
        compared.append(writer)
        return NO

    monkeypatch.setattr(typefit, "_named", look)
    members = [Named(f"C{number}") for number in range(400)]
    assert fits(union(members), union([*reversed(members), Named("D")])) is YES
    assert compared == []
    assert fits(union([*members, Named("D")]), union(members)) is NO
    assert compared == [Named("D")] * 400
