"""A model's text becomes a value of each kind of type, or a message that the model can act on."""

import datetime
import enum
import json
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from annotated_types import Ge, Le, Len
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, RootModel, TypeAdapter

from chaindsl.graph.unknown import Unknown, Why
from chaindsl.language.annotation import type_form
from chaindsl.runtime.parsing import parse_text
from chaindsl.vocabulary.text import Text

Route = Literal["billing", "tech"]


class Colour(enum.Enum):
    """A label with a value and a name."""

    RED = "#f00"
    BLUE = "#00f"


class Level(enum.IntEnum):
    """Labels that are numbers."""

    LOW = 1
    HIGH = 2


class Invoice(BaseModel):
    """A shape as models are asked for it."""

    model_config = ConfigDict(strict=True)
    number: int
    due: datetime.date
    colour: Colour = Colour.RED
    tags: tuple[str, ...] = ()


class Scores(RootModel[dict[str, int]]):
    """A shape whose fields are not known."""


@dataclass
class Point:
    """A plain dataclass."""

    x: int
    y: int


def parse(text: str, shape: Any) -> object:
    return parse_text(text, TypeAdapter(shape), type_form(shape))


def message(text: str, shape: Any) -> str | None:
    try:
        parse(text, shape)
    except ValueError as error:
        return f"{type(error).__name__}: {error}"
    return None


@pytest.mark.parametrize(
    ("shape", "text", "value"),
    [
        (str, ' "As it is." \n', ' "As it is." \n'),
        (Text, "\n As it is. \n", "As it is."),
        (Route, " **Billing.**\n", "billing"),
        (Route, "My answer:\n\n- no\n\nTECH", "tech"),
        (Literal[1, 2, 3], "`2`", 2),
        (Literal[b"\xff", b"x"], "\xff", b"\xff"),
        (Literal[Colour.RED], "red", Colour.RED),
        (Colour, "#00F", Colour.BLUE),
        (Colour, "'Red'", Colour.RED),
        (Level, "2", Level.HIGH),
        (Level, "low", Level.LOW),
        (bool, "Yes.", True),
        (bool, "FALSE", False),
        (int, " 8\n", 8),
        (int, "**-8.**", -8),
        (int, "8.0", 8),
        (int, "```\n+007\n```", 7),
        (Annotated[int, Ge(0), Le(10)], '"10"', 10),
        (float, ".5", 0.5),
        (float, "1e3.", 1000.0),
        (float, "8", 8.0),
        (Decimal, "1.50", Decimal("1.50")),
        (datetime.date, "2026-11-30.", datetime.date(2026, 11, 30)),
        (UUID, "`00000000-0000-0000-0000-000000000001`", UUID(int=1)),
        (list[str], 'As [1] says:\n["a", "b"]\nand no more', ["a", "b"]),
        (Annotated[list[str], Len(1, 2)], '[] or ["a"]', ["a"]),
        (set[int], "[1, 2, 2]", {1, 2}),
        (dict[str, Any], 'x {"a": [null, 1.5]} y', {"a": [None, 1.5]}),
        (Point, '```json\n{"x": 1, "y": 2}\n```', Point(1, 2)),
        (Scores, '{"a": 1}', Scores({"a": 1})),
        (
            Invoice,
            'Sure {here}:\n```json\n{"number": 7, "due": "2026-11-30", "colour": "#00f", "tags": ["a"]}\n```\nBye [x]',
            Invoice(number=7, due=datetime.date(2026, 11, 30), colour=Colour.BLUE, tags=("a",)),
        ),
        (Any, ' {"a": 1} ', {"a": 1}),
        (Any, "see [1]", "see [1]"),
        (int | None, "None", None),
        (int | None, "8", 8),
        (int | str, "8", 8),
        (int | str, "8 or 9", "8 or 9"),
        (bool | int, "1", 1),
        (Route | None, "null", None),
        (Route | str, "Well,\ntech", "Well,\ntech"),
        (Literal["none"] | list[str], "none", "none"),
        (Literal["none"] | list[str], 'I see:\nnone\n["a"]', ["a"]),
        (str | list[int], "[1, 2]", [1, 2]),
        (str | list[int], "see [1, 2]", "see [1, 2]"),
        (Point | Invoice, 'so {"x": 1, "y": 2}', Point(1, 2)),
    ],
)
def test_the_value(shape: Any, text: str, value: object) -> None:
    found = parse(text, shape)
    assert found == value
    assert type(found) is type(value)


LABELS = tuple(f"l{number:02}" for number in range(25))
LETTERS = "x" * 200
TWENTY = ", ".join(LABELS[:20])
BARE_NUMBER = "a number (int) and nothing else"
STRIPPED = "Annotated[str, min_length=1, strip_whitespace=True]"
UNFIT = "literal['billing','tech']: Input should be 'billing' or 'tech'; list[str]: Input should be a valid array"


@pytest.mark.parametrize(
    ("shape", "text", "expected", "got"),
    [
        (Route, "Sure! It is billing.", "one of: billing, tech", "got 'Sure! It is billing.'"),
        (Route, "tech\nbilling", "one of: billing, tech", "got more than one: tech and billing"),
        (Route, LETTERS, "one of: billing, tech", f"got '{LETTERS[:80]}…'"),
        (Literal[LABELS], "?", f"one of: {TWENTY} and 5 more", "got '?'"),
        (Colour, "green", "one of: #f00, #00f", "got 'green'"),
        (bool, "maybe", "one of: False, True", "got 'maybe'"),
        (int, "8/10", BARE_NUMBER, "got '8/10'"),
        (int, "true", BARE_NUMBER, "got 'true'"),
        (int, "~8", BARE_NUMBER, "got '~8'"),
        (int, "1_000", BARE_NUMBER, "got '1_000'"),
        (int, "\u0661", BARE_NUMBER, "got '\u0661'"),
        (int, "8.5", BARE_NUMBER, "Input should be a valid integer, got a number with a fractional part; got '8.5'"),
        (float, "nan", "a number (float) and nothing else", "got 'nan'"),
        (float, "1e999", "a number (float) and nothing else", "got '1e999'"),
        (
            Annotated[int, Le(10)],
            "12",
            "a number (Annotated[int, le=10]) and nothing else",
            "Input should be less than or equal to 10; got '12'",
        ),
        (Text, " \n", STRIPPED, "String should have at least 1 character; got ' \\n'"),
        (list[str], "none", "JSON for list[str]", "Input should be a valid array; got 'none'"),
        (
            list[str],
            '["a", b]',
            "JSON for list[str]",
            "the JSON is broken: a value is missing near '[\"a\", b]'; got '[\"a\", b]'",
        ),
        (list[str], '["a", 1]', "JSON for list[str]", "1: Input should be a valid string; got '[\"a\", 1]'"),
        (
            Invoice,
            '{"number": "x"}',
            "JSON for Invoice",
            'number: Input should be a valid integer; due: Field required; got \'{"number": "x"}\'',
        ),
        (Route | list[str], "oh", "JSON for Literal['billing', 'tech'] | list[str]", f"{UNFIT}; got 'oh'"),
    ],
)
def test_the_message(shape: Any, text: str, expected: str, got: str) -> None:
    assert message(text, shape) == f"ValueError: expected {expected}; {got}"


SHAPES = [
    str, Text, Route, Colour, Level, bool, int, float, Decimal, datetime.date, datetime.timedelta, UUID, bytes,
    list[str], list[Any], dict[str, int], Point, Invoice, Scores,
    Any, int | None, int | str, str | list[int], Route | list[str] | None,
]  # fmt: skip
ODD = st.text(st.sampled_from('[]{}",:\\n 1e9-`~\nabtrue/u') | st.characters()) | st.sampled_from(
    [
        "\ud800",
        '"\\ud800"',
        '["\\ud800"]',
        "9" * 5_000,
        "[" * 5_000,
        "1e999",
        "NaN",
        "[NaN]",
        "\0",
        "\u0661",
        '{"x": 1e400}',
    ]
)


@given(text=ODD, shape=st.sampled_from(SHAPES))
def test_nothing_but_a_value_error(text: str, shape: Any) -> None:
    start = "ValueError: expected "
    assert (message(text, shape) or start).startswith(start)


PROSE = st.text(st.characters(exclude_characters="[]{}`~", exclude_categories=["Cs"]))
SURE = st.dictionaries(st.text(), st.lists(st.integers() | st.text() | st.none()))


@given(value=SURE, before=PROSE, after=PROSE, fence=st.sampled_from(["", "```", "```json"]))
def test_json_is_found_wherever_it_stands(value: dict[str, Any], before: str, after: str, fence: str) -> None:
    inner = f"\n{fence}\n{json.dumps(value)}\n{fence[:3]}\n"
    assert parse(before + inner + after, dict[str, list[Any]]) == value


@given(
    number=st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    dress=st.sampled_from(["{}", " {}.\n", "**{}**", "`{}`", '"{}"']),
)
def test_numbers_are_found(number: float, dress: str) -> None:
    assert parse(dress.format(number), int | float) == number


def test_an_adapter_decides_what_a_form_does_not_know() -> None:
    unknown = Unknown(Why.OPAQUE)
    assert parse_text("Hello.", TypeAdapter(str), unknown) == "Hello."
    assert parse_text("see {} and [1]", TypeAdapter(list[int]), unknown) == [1]
    assert parse_text("8", TypeAdapter(int), unknown) == 8
