"""The graph's JSON Schema, and reading graphs back. The only module of this package that needs pydantic."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter

from chaindsl.graph.encode import GRAPH_VERSION
from chaindsl.graph.flow import Flow


@dataclass(frozen=True, slots=True)
class Document:
    """What `to_json` writes: a version and flows."""

    version: Literal[1]
    flows: tuple[Flow, ...]


_ADAPTER = TypeAdapter(Document)


def from_json(text: str | bytes) -> tuple[Flow, ...]:
    """Read what `to_json` wrote. Raises pydantic's ValidationError, a ValueError, for anything else."""
    return _ADAPTER.validate_json(text, strict=False, extra="forbid").flows


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a document of graphs."""
    schema = _ADAPTER.json_schema()
    for record in (schema, *schema["$defs"].values()):
        if "properties" in record:
            # As `from_json` reads it.
            record["additionalProperties"] = False
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"chaindsl graph, version {GRAPH_VERSION}",
        **schema,
    }


def schema_text() -> str:
    """Return the schema as it is published, byte for byte."""
    return json.dumps(json_schema(), indent=2, sort_keys=True) + "\n"
