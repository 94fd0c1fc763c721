"""The settings as JSON Schema, for editors: made of the same table that reads them. It knows no rule."""

import json

from analyzer.settings.table import SETTINGS

_ID = "chaindsl-settings"


def json_schema() -> dict[str, object]:
    """Return the schema of the section `[tool.chaindsl]`, draft 2020-12."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": _ID,
        "title": "The section [tool.chaindsl] of pyproject.toml",
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"description": one.help, **one.schema} for name, one in SETTINGS.items()},
    }


def schema_text() -> str:
    """Return it as the text that is published."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"
