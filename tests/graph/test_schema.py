"""The published schema is the generated one, every graph is valid against it, and nothing else is read."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from chaindsl.graph.encode import to_json
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.schema import from_json, json_schema, schema_text
from tests.graph.generated import Graphs

PUBLISHED = Path(__file__).parents[2] / "docs" / "reference" / "graph.schema.json"
VALIDATOR = Draft202012Validator(json_schema())


def test_the_published_schema_is_the_generated_one() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text(), (
        f"write it with: chaindsl graph --schema > {PUBLISHED.relative_to(Path.cwd())}"
    )


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(json_schema())


@given(Graphs().flows())
def test_every_graph_is_valid(flow: Flow) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(json.loads(to_json((flow,))))] == []


def document() -> dict[str, object]:
    found: dict[str, object] = json.loads(to_json((Flow("f", Chain(())),)))
    return found


def test_what_is_not_in_it_is_refused() -> None:
    assert from_json(json.dumps(document())) == (Flow("f", Chain(())),)
    for wrong in ({**document(), "version": 2}, {**document(), "more": 1}, {**document(), "flows": [{"name": "f"}]}):
        with pytest.raises(ValidationError):
            from_json(json.dumps(wrong))
        assert list(VALIDATOR.iter_errors(wrong)) != []


def test_text_that_is_no_json_is_refused() -> None:
    with pytest.raises(ValueError, match="Invalid JSON"):
        from_json("{")
