"""The published schema is the generated one, and refuses what the reader refuses."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from analyzer.settings.schema import json_schema, schema_text
from analyzer.settings.settings import Settings
from analyzer.settings.table import SETTINGS, SEVERITIES, Section, applied

ROOT = Path(__file__).parents[3]
PUBLISHED = ROOT / "docs" / "reference" / "settings.schema.json"
VALIDATOR = Draft202012Validator(json_schema())


def test_the_published_schema_is_the_generated_one(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--accept-golden"):
        PUBLISHED.write_text(schema_text(), encoding="utf-8")
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text(), "`make golden` accepts it"


def test_it_is_a_schema_and_explains_every_setting() -> None:
    Draft202012Validator.check_schema(json_schema())
    properties: Any = json_schema()["properties"]
    assert list(properties) == list(SETTINGS)
    assert all(one["description"] for one in properties.values())


words = st.sampled_from(["CD1", "unread-key", "tests/**", "", "error", "ALL"])
plain = st.one_of(
    words,
    st.booleans(),
    st.integers(-2, 2_000_000),
    st.floats(allow_nan=False).filter(lambda number: not number.is_integer()),
    st.sampled_from(SEVERITIES),
    st.lists(words, max_size=3),
    st.lists(st.integers(), max_size=2),
)
values = plain | st.dictionaries(words, plain, max_size=2)
sections = st.dictionaries(st.sampled_from([*SETTINGS, "selekt"]), values, max_size=4)


@given(sections)
def test_it_accepts_what_the_reader_accepts_and_nothing_else(section: dict[str, object]) -> None:
    _, problems = applied(Section("pyproject.toml", "", "/project", section), Settings())
    assert VALIDATOR.is_valid(section) is (problems == [])


@pytest.mark.parametrize("name", SETTINGS)
@given(st.data())
def test_each_setting_alone(name: str, data: st.DataObject) -> None:
    section = {name: data.draw(values)}
    _, problems = applied(Section("pyproject.toml", "", "/project", section), Settings())
    assert VALIDATOR.is_valid(section) is (problems == [])


def test_our_own_settings_are_valid() -> None:
    own = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"].get("chaindsl", {})
    assert VALIDATOR.is_valid(own)
