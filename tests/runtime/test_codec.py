"""Values as a journal keeps them: what comes back is what went in, of the same type, or it is refused with a reason."""

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, PlainSerializer, TypeAdapter

from chaindsl.graph.place import Place
from chaindsl.runtime.codec import Codec, NotStorable, is_plain

PLACE = Place("flow.py", 7)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


class Page(BaseModel):
    title: str
    day: date


@dataclass
class Plain:
    number: int


class Same:
    """It compares by identity, so what comes back can't be told from another one."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(
            lambda value: cls(str(value)),
            serialization=core_schema.plain_serializer_function_ser_schema(lambda one: one.text),
        )


def codec(form: Any) -> Codec:
    return Codec("key", TypeAdapter(form), PLACE)


@given(PLAIN)
def test_plain_data_comes_back_with_and_without_a_type(value: Any) -> None:
    assert is_plain(value)
    for one in (Codec("key", None, PLACE), codec(Any)):
        back = one.load(one.dump(value))
        assert back == value
        assert json.dumps(back) == json.dumps(value)


@pytest.mark.parametrize("value", ["\ud800", {"\udfff": ["\ud800a"]}])
def test_half_a_character_comes_back(value: Any) -> None:
    for one in (Codec("key", None, PLACE), codec(Any)):
        assert one.load(one.dump(value)) == value


@pytest.mark.parametrize(
    ("form", "value"),
    [
        (Page, Page(title="a", day=date(2026, 12, 1))),
        (list[Page], [Page(title="a", day=date(2026, 12, 1))]),
        (Plain, Plain(3)),
        (date, date(2026, 12, 1)),
        (tuple[int, str], (1, "a")),
        (set[int], {1, 2}),
        (Path, Path("a")),
    ],
)
def test_a_value_of_its_type_comes_back(form: Any, value: Any) -> None:
    assert codec(form).load(codec(form).dump(value)) == value


def test_what_compares_by_identity_comes_back_as_one_of_its_class() -> None:
    back = codec(Same).load(codec(Same).dump(Same("a")))
    assert (type(back), back.text) == (Same, "a")


@pytest.mark.parametrize("value", [{1: "a"}, (1,), {1}, date(2026, 12, 1), float("inf"), b"a", [object()]])
def test_without_a_type_only_plain_data_is_kept(value: Any) -> None:
    assert not is_plain(value)
    with pytest.raises(NotStorable) as caught:
        Codec("key", None, PLACE).dump(value)
    assert caught.value.issue.message.endswith(f"{type(value).__name__} is no plain JSON data")
    assert caught.value.issue.place == PLACE


@pytest.mark.parametrize(
    ("form", "value", "why"),
    [
        (Any, (1, 2), "a tuple comes back as a list"),
        (Any, date(2026, 12, 1), "a date comes back as a str"),
        (
            Annotated[Plain, PlainSerializer(lambda one: {"number": one.number + 1})],
            Plain(3),
            "this Plain comes back as another one",
        ),
        (Any, object(), "Unable to serialize unknown type: <class 'object'>"),
    ],
)
def test_what_would_come_back_otherwise_is_refused(form: Any, value: Any, why: str) -> None:
    with pytest.raises(NotStorable) as caught:
        codec(form).dump(value)
    assert why in caught.value.issue.message


def test_a_type_that_has_changed_meanwhile_is_told() -> None:
    text = codec(Plain).dump(Plain(3))
    with pytest.raises(NotStorable) as caught:
        codec(Page).load(text)
    assert "title" in caught.value.issue.message
