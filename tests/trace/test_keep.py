"""What records keep of values: by reference what can't change, as text what can."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.trace.keep import HIDDEN, Clipped, Serialised, immutable, keep, plain, weight
from chaindsl.trace.recording import Recording
from chaindsl.vocabulary.command import CommandResult


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Pair:
    left: str
    right: object


@dataclass
class Open:
    left: str


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        7,
        1.5,
        "text",
        b"bytes",
        Decimal(1),
        date(2026, 1, 1),
        Colour.RED,
        PurePosixPath("a"),
        (1, ("a", None)),
        frozenset({1, 2}),
        Pair("a", (1, 2)),
        CommandResult(0, "out", ""),
    ],
)
def test_what_can_not_change_is_kept_by_reference(value: object) -> None:
    assert immutable(value)
    assert keep(value, 3) is value


@pytest.mark.parametrize(
    "value", [[1], {"a": 1}, {1}, (1, [2]), Pair("a", [1]), Open("a"), object(), tuple(range(100))]
)
def test_what_can_change_is_kept_as_it_was(value: object) -> None:
    assert not immutable(value)
    assert isinstance(keep(value, 100), Serialised)


def test_a_list_that_changes_later_is_kept_as_it_was() -> None:
    value = ["a", {"b": [1]}]
    kept = keep(value, 100)
    value.append("c")
    assert plain(kept) == ["a", {"b": [1]}]


def test_a_structure_that_holds_itself_is_kept_as_text() -> None:
    value: list[object] = []
    value.append(value)
    assert isinstance(plain(keep(value, 1000)), str)


def test_long_values_are_cut() -> None:
    kept = keep(list(range(100)), 10)
    assert isinstance(kept, Serialised)
    assert (kept.text, kept.size, kept.whole, plain(kept)) == ("[0,1,2,3,4", 291, False, "[0,1,2,3,4")
    assert repr(kept) == "[0,1,2,3,4… (291 characters)"
    text = keep("x" * 50, 10, cut=True)
    assert isinstance(text, Clipped)
    assert (text, text.size) == ("x" * 10, 50)
    assert plain("x" * 50, 10) == "x" * 10


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (Colour.RED, "red"),
        (b"\xff", "_w=="),
        (Pair("a", 1), {"left": "a", "right": 1}),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (1.5, 1.5),
        (HIDDEN, "[redacted]"),
        (date(2026, 1, 2), "2026-01-02"),
    ],
)
def test_plain_data_is_what_json_can_say(value: object, data: object) -> None:
    assert plain(value) == data


def test_what_json_can_not_say_stands_as_its_repr() -> None:
    class Thing:
        def __repr__(self) -> str:
            return "a thing"

    assert plain(keep([Thing()], 100)) == ["a thing"]


def test_redacted_keys_are_not_kept() -> None:
    recording = Recording(frozenset({"secret"}))
    assert recording.keep("secret", "x") is HIDDEN
    assert recording.keep("open", "x") == "x"


@given(st.text())
def test_a_text_weighs_its_bytes(text: str) -> None:
    assert weight(text) == len(text.encode("utf-8", "surrogatepass"))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    )
)
def test_plain_data_comes_back_as_it_was(value: object) -> None:
    assert plain(keep(value, 10**6)) == value
    assert weight(value) >= 0
