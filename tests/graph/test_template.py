"""Placeholders are `{identifier}` and nothing else, and what is put in stays as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.graph.template import placeholders, substitute


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", ()),
        ("{a} {b} {a}", ("a", "b")),
        ('{"a": 1, "b": {}}', ()),
        ("{a.b} {a[0]} {a!r} {a:x} {0} { a }", ()),
        ("{{a}}", ("a",)),
        ("{é} {_x1}", ("é", "_x1")),
    ],
)
def test_only_identifiers_in_braces(text: str, names: tuple[str, ...]) -> None:
    assert placeholders(text) == names


def test_what_is_put_in_is_not_looked_at_again() -> None:
    assert substitute("{a}-{b}", {"a": "{b}", "b": "{a}"}) == "{b}-{a}"
    assert substitute(r"{a}", {"a": r"\1 \g<0>"}) == r"\1 \g<0>"


def test_a_missing_value_is_named() -> None:
    with pytest.raises(KeyError, match=r"^'b'$"):
        substitute("{a}{b}", {"a": 1})


@given(st.text(st.sampled_from("{}ab 1\"'.")))
def test_a_placeholder_for_itself_changes_nothing(text: str) -> None:
    assert substitute(text, {name: f"{{{name}}}" for name in placeholders(text)}) == text


@given(st.text(st.sampled_from("{}ab1")))
def test_every_placeholder_is_replaced(text: str) -> None:
    assert placeholders(substitute(text, dict.fromkeys(placeholders(text), "."))) == ()
