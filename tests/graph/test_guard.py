"""Guards mean what Python means by them, print in one spelling, and refuse everything else."""

from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.graph.guard import (
    All,
    AnyOf,
    Compare,
    Constant,
    GuardSyntaxError,
    Key,
    Length,
    Member,
    Not,
    evaluate,
    guard_keys,
    guard_text,
    parse_guard,
)

NAMES = ["a", "b", "docs", "score"]
LITERALS = ["0", "1", "-2", "1.5", "True", "False", "None", "'x'", '"it\'s"', "''"]
operands = st.sampled_from([*NAMES, *LITERALS, "len(docs)", "len(a)"])
compares = st.builds("{} {} {}".format, operands, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), operands)
chains = st.builds("{} < {} <= {}".format, operands, operands, operands)
lists = st.lists(st.sampled_from(LITERALS), max_size=3).map(", ".join)
members = st.builds("{} {} [{}]".format, operands, st.sampled_from(["in", "not in"]), lists)
nones = st.builds("{} {} None".format, st.sampled_from(NAMES), st.sampled_from(["is", "is not"]))
texts = st.recursive(
    operands | compares | chains | members | nones,
    lambda inner: (
        st.builds("({} and {})".format, inner, inner)
        | st.builds("({} or {})".format, inner, inner)
        | st.builds("not ({})".format, inner)
    ),
    max_leaves=6,
)
values = st.fixed_dictionaries(
    dict.fromkeys(NAMES, st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "x", 1.5, ["x"], []]))
)


def answer(text: str, found: Mapping[str, object]) -> bool | type[Exception]:
    """What Python itself makes of the text."""
    try:
        return bool(eval(text, {"len": len, "__builtins__": {}}, dict(found)))
    except TypeError:
        return TypeError


@given(texts, values)
def test_a_guard_means_what_python_means(text: str, found: dict[str, object]) -> None:
    condition = parse_guard(text)
    expected = answer(text, found)
    if isinstance(expected, bool):
        assert evaluate(condition, found) is expected
    else:
        with pytest.raises(expected):
            evaluate(condition, found)


@given(texts)
def test_what_is_printed_parses_back_to_the_same(text: str) -> None:
    condition = parse_guard(text)
    printed = guard_text(condition)
    assert parse_guard(printed) == condition
    assert guard_text(parse_guard(printed)) == printed


@given(texts, values)
def test_the_keys_are_all_that_is_read(text: str, found: dict[str, object]) -> None:
    condition = parse_guard(text)
    expected = answer(text, found)
    enough = {name: found[name] for name in guard_keys(condition)}
    if isinstance(expected, bool):
        assert evaluate(condition, enough) is expected


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("score>=0.9   and not flagged", "score >= 0.9 and not flagged"),
        ("a and (b and c)", "a and b and c"),
        ("a and (b or c)", "a and (b or c)"),
        ("(a and b) or c", "a and b or c"),
        ("not (a or b)", "not (a or b)"),
        ("not not a", "a"),
        ("not a in ('x', \"y\")", "a not in ['x', 'y']"),
        ("not a is None", "a is not None"),
        ("1 < a < 3", "1 < a and a < 3"),
        ("len( docs )>2", "len(docs) > 2"),
        ("a in []", "a in []"),
    ],
)
def test_one_spelling(text: str, printed: str) -> None:
    assert guard_text(parse_guard(text)) == printed


def test_the_tree_is_plain() -> None:
    assert parse_guard("a == 1 and (not b or len(c) in [1, True])") == All(
        (
            Compare("==", Key("a"), Constant(1, "int")),
            AnyOf((Not(Key("b")), Member(Length("c"), (Constant(1, "int"), Constant(True, "bool")), False))),
        )
    )


def test_one_and_true_are_two_constants() -> None:
    assert parse_guard("a == 1") != parse_guard("a == True")


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("a.b == 1", 0),
        ("a == b()", 5),
        ("a + 1 == 2", 0),
        ("a == [1]", 5),
        ("a in b", 5),
        ("a in [b]", 6),
        ("a is 1", 5),
        ("lambda: a", 0),
        ("len(a, b) > 1", 0),
        ("len('x') > 1", 0),
        ("__import__('os')", 0),
        ("(a := 1)", 1),
        ("b'x' == a", 0),
        ("1j == a", 0),
        ("a == 1e999", 5),
        ("a == -1e999", 5),
        ("f'{a}' == 'x'", 0),
        ("-True == a", 0),
    ],
)
def test_anything_else_is_refused_where_it_stands(text: str, offset: int) -> None:
    with pytest.raises(GuardSyntaxError) as refused:
        parse_guard(text)
    assert refused.value.offset == offset


@pytest.mark.parametrize("text", ["", "a b", "a ==", "a = 1", "(", "\0", "'", "not " * 60 + "a", "a" * 2_001])
def test_what_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(GuardSyntaxError):
        parse_guard(text)


@given(st.text(max_size=40))
def test_no_text_breaks_the_parser(text: str) -> None:
    with suppress(GuardSyntaxError):
        condition = parse_guard(text)
        assert parse_guard(guard_text(condition)) == condition


def test_a_missing_key_is_named() -> None:
    with pytest.raises(KeyError, match=r"^'b'$"):
        evaluate(parse_guard("a and b"), {"a": 1})
    assert evaluate(parse_guard("a and b"), {"a": 0}) is False
