"""Texts are short, visible and on one line, whatever a name is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.draw.wording import count, cut, name, names, number, short_type, times, visible, wrapped
from chaindsl.graph.typeform import (
    ANY,
    NONE,
    STR,
    Constraint,
    LiteralValue,
    Named,
    TypeForm,
    constrained,
    literal,
    union,
)
from chaindsl.graph.unknown import Unknown, Why
from tests.graph.generated import types

HOLE = Unknown(Why.DYNAMIC)
INT = Named("int")
TEXT = constrained(STR, [Constraint("min_length", 1), Constraint("strip_whitespace", True)])


@given(st.text(), st.integers(4, 80))
def test_a_cut_text_is_one_visible_line(text: str, width: int) -> None:
    shown = cut(text, width)
    assert len(shown) <= width
    assert shown.isprintable()
    assert cut(shown, width) == shown
    if text.isprintable() and len(text) <= width:
        assert shown == text


@given(st.text(max_size=400))
def test_a_wrapped_text_is_a_few_visible_lines(text: str) -> None:
    shown = wrapped(text, 20, 3)
    assert len(shown) <= 3
    assert all(len(line) <= 20 and line.isprintable() for line in shown)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 日本", "plain é 日本"),
        ("a\nb\tc\r", r"a\nb\tc\r"),
        ("\x00\x1b[31m", r"\x00\x1b[31m"),
        ("abc\u202edcba\u2066\u200b", r"abc\u202edcba\u2066\u200b"),
        ("\ud800 \xa0\u2028\ufeff", r"\ud800 \xa0\u2028\ufeff"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_what_can_not_be_seen_is_spelt(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_ten_kilobytes_are_cut() -> None:
    assert cut("x" * 10_000) == "x" * 59 + "…"
    assert wrapped("word " * 5_000)[-1].endswith(" …")


def test_names() -> None:
    assert [name("a"), name(""), name(HOLE)] == ["a", "''", "?"]
    assert [names(("a", "b")), names(()), names(HOLE)] == ["a, b", "", "?"]


def test_numbers() -> None:
    assert [number(value) for value in (1, 9999, 10_000, 200_000, 0.5, 30.0, 3600.0, None, HOLE)] == [
        *("1", "9999", "10 000", "200 000", "0.5", "30", "3600", "?", "?")
    ]
    assert [count(1, "call"), count(2, "call"), count(HOLE, "call")] == ["1 call", "2 calls", "? calls"]
    assert [times(1), times(2), times(HOLE)] == ["once", "2 times", "? times"]


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (ANY, ""),
        (TEXT, "Text"),
        (Named("list", (TEXT,)), "list[Text]"),
        (union([TEXT, NONE]), "Text | None"),
        (
            constrained(Named("list", (STR,)), [Constraint("min_length", 1), Constraint("max_length", 6)]),
            "list[str] (1–6 long)",
        ),
        (constrained(STR, [Constraint("max_length", 6)]), "str (0–6 long)"),
        (constrained(STR, [Constraint("min_length", 2)]), "str (2 or longer)"),
        (constrained(INT, [Constraint("ge", 1), Constraint("le", 9)]), "int (ge=1, le=9)"),
        (constrained(INT, [], open_=True), "int"),
        (literal([LiteralValue("str", "a"), LiteralValue("int", 1)]), "Literal[1, 'a']"),
        (Named("Callable", (Named("[]", (INT,)), STR)), "Callable[[int], str]"),
        (Named("Callable", (Named("[]"), STR)), "Callable[[], str]"),
        (HOLE, "?"),
        (Named("x" * 60), "x" * 39 + "…"),
    ],
)
def test_types_in_few_characters(form: TypeForm, text: str) -> None:
    assert short_type(form) == text


@given(types())
def test_every_type_has_a_short_text(form: TypeForm) -> None:
    assert len(short_type(form)) <= 40
