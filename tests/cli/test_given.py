"""Inputs from the command line: which text becomes which value, and what is said about those that don't fit."""

from datetime import date
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Ge
from pydantic import BaseModel, field_validator

from chaindsl import Flow, InputError, Len, Text, chain, step
from chaindsl.cli.given import given_values
from chaindsl.errors import ChainDslError

NO_NUMBER = "Input should be a valid integer, unable to parse string as an integer"


class Colour(Enum):
    RED = "red"


class Address(BaseModel):
    street: str
    number: int = 1


def taking(**inputs: Any) -> Flow:
    @step(writes="done")
    def finish() -> bool:
        return True

    return chain("taking", finish, inputs=inputs)


def values(flow: Flow, *pairs: str, file: str | None = None) -> dict[str, Any]:
    return given_values(flow.definition, file, pairs)


def problems(flow: Flow, *pairs: str, file: str | None = None) -> list[str]:
    with pytest.raises(InputError) as caught:
        values(flow, *pairs, file=file)
    return [str(issue) for issue in caught.value.issues]


@pytest.mark.parametrize(
    ("form", "text", "value"),
    [
        (str, "12", "12"),
        (str, '"quoted"', '"quoted"'),
        (str, "a=b", "a=b"),
        (str, "", ""),
        (Text, " said ", "said"),
        (int, "12", 12),
        (bool, "true", True),
        (float, "1e3", 1000.0),
        (Annotated[int, Ge(3)], "3", 3),
        (list[str], '["a", "b"]', ["a", "b"]),
        (list[date], '["2026-01-31"]', [date(2026, 1, 31)]),
        (dict[str, int], '{"a": 1}', {"a": 1}),
        (Address, '{"street": "High"}', Address(street="High")),
        (str | None, "null", None),
        (str | None, "12", "12"),
        (str | int, "12", 12),
        (str | int, "twelve", "twelve"),
        (Any, "[1]", [1]),
        (Any, "one", "one"),
        (date, "2026-01-31", date(2026, 1, 31)),
        (Path, "a/b", Path("a/b")),
        (Literal["1", "a"], "1", "1"),
        (Literal[1, "a"], "1", 1),
        (Colour, "red", Colour.RED),
        (bytes, "abc", b"abc"),
    ],
)
def test_a_text_becomes_what_the_type_says(form: Any, text: str, value: object) -> None:
    found = values(taking(key=form), f"key={text}")["key"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("form", "text", "said"),
    [
        (int, "1.5", "Input should be a valid integer, got a number with a fractional part"),
        (int, "many", f"{NO_NUMBER}; what is not text is given as JSON"),
        (Annotated[int, Ge(3)], "2", "Input should be greater than or equal to 3"),
        (list[int], '[1, "x"]', f"1: {NO_NUMBER}"),
        (list[str], "a,b", "Input should be a valid list; what is not text is given as JSON"),
        (Literal["a", "b"], "c", "Input should be 'a' or 'b'; what is not text is given as JSON"),
        (Text, "  ", "String should have at least 1 character"),
        (Address, '{"number": 3}', "street: Field required"),
    ],
)
def test_what_does_not_fit_is_told_in_one_line(form: Any, text: str, said: str) -> None:
    assert problems(taking(key=form), f"key={text}") == [f"key does not fit: {said} [wrong-input]"]


def test_everything_wrong_is_told_at_once() -> None:
    flow = taking(number=int, name=str, names=Annotated[list[str], Len(1)])
    assert problems(flow, "nme=x", "number=x", "x", "=y") == [
        "'x' is no input [bad-pair] (write key=value)",
        "'=y' is no input [bad-pair] (write key=value)",
        "no input is called nme [unknown-input] (did you mean name or names or number?)",
        f"number does not fit: {NO_NUMBER}; what is not text is given as JSON [wrong-input]",
        "taking needs name [missing-input] (give it as name=…, or in a file with --input)",
        "taking needs names [missing-input] (give it as names=…, or in a file with --input)",
    ]


def test_defaults_of_a_model_need_not_be_given() -> None:
    @step(writes="done")
    def finish(street: str, number: int) -> bool:
        return bool(street and number)

    flow = chain("taking", finish, inputs=Address)
    assert values(flow, "street=12") == {"street": "12"}
    assert problems(flow) == ["taking needs street [missing-input] (give it as street=…, or in a file with --input)"]


def test_what_a_model_declares_is_left_to_the_model(tmp_path: Path) -> None:
    class Tagged(BaseModel):
        title: str
        tags: list[str]
        day: date

        @field_validator("tags", mode="before")
        @classmethod
        def split(cls, value: object) -> object:
            return value.split(",") if isinstance(value, str) else value

    @step(writes="done")
    def finish(title: str, tags: list[str], day: date) -> bool:
        return bool(title and tags and day)

    flow = chain("taking", finish, inputs=Tagged)
    given = values(flow, "title=12", "tags=a,b", "day=2026-01-02")
    assert given == {"title": "12", "tags": "a,b", "day": "2026-01-02"}
    assert flow.run(given).values["tags"] == ["a", "b"]
    assert values(flow, "title=x", 'tags=["a"]', "day=5")["tags"] == ["a"]


def test_a_file_is_read_and_pairs_stand_above_it(tmp_path: Path) -> None:
    file = tmp_path / "input.json"
    file.write_text('{"day": "2026-01-31", "name": "12", "tags": ["é"]}', encoding="utf-8")
    flow = taking(day=date, name=str, tags=set[str])
    assert values(flow, "name=other", file=str(file)) == {"day": date(2026, 1, 31), "name": "other", "tags": {"é"}}


def test_in_a_file_a_number_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "input.json"
    file.write_text('{"name": 12}', encoding="utf-8")
    said = "name does not fit: Input should be a valid string [wrong-input]"
    assert problems(taking(name=str), file=str(file)) == [said]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            b"{",
            "this is no JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1) [bad-json]",
        ),
        (b"\xff", "this is no JSON: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte [bad-json]"),
        (b"[1]", "not an object [bad-json] (an object of keys and values is wanted, not a list)"),
        (None, "No such file or directory [no-such-file]"),
    ],
)
def test_files_that_give_nothing(tmp_path: Path, content: bytes | None, said: str) -> None:
    file = tmp_path / "input.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ChainDslError) as caught:
        values(taking(), file=str(file))
    assert str(caught.value) == f"--input {file}: {said}"
