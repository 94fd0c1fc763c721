"""The page of settings: the section of `pyproject.toml` from its schema, and the variables that the source looks at."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

from analyzer.settings.schema import json_schema
from tests.pages.codes import Source

VARIABLES = Path(__file__).with_name("environment.toml")
FORM = re.compile(r"(ANTHROPIC|CHAINDSL|FORCE|NO|OPENAI|XDG)_[A-Z]+(_[A-Z]+)*")
HEAD = """\
<!-- Generated from the settings' schema and from tests/pages/environment.toml: `make golden` -->
# Configuration

Settings of checks stand in the closest `pyproject.toml` that has the section `[tool.chaindsl]`; options of the
command line go before them. Flows have no settings: what a run may do is said in the flow (`budget=`, `timeout=` …),
and what it is given on [the command line](cli.md) or by whoever binds it.

## `[tool.chaindsl]`

| setting | is | says |
| --- | --- | --- |
"""
MORE = """
[Checking flows](check.md) has an example. A setting that does not exist is refused, with the nearest name. Editors
take [the schema](settings.schema.json).
"""
ENVIRONMENT = """
## Environment

| variable | says |
| --- | --- |
"""


def settings_page() -> str:
    """The page of what can be set."""
    properties: Any = json_schema()["properties"]
    rows = [f"| `{name}` | {form(one)} | {one['description']} |" for name, one in properties.items()]
    known = [f"| `{name}` | {meaning} |" for name, meaning in variables().items()]
    return HEAD + "\n".join(rows) + "\n" + MORE + ENVIRONMENT + "\n".join(known) + "\n"


def form(schema: dict[str, Any]) -> str:
    """What a value has to be, in words."""
    if "enum" in schema:
        *others, last = (f"`{value}`" for value in schema["enum"])
        return f"{', '.join(others)} or {last}"
    match schema["type"]:
        case "array":
            return f"a list of {form(schema['items']).removeprefix('a ')}s"
        case "object":
            return f"a table of {form(schema['additionalProperties']).replace('a list', 'lists')}"
        case "integer":
            default = f"; {schema['default']} unless said" if "default" in schema else ""
            return f"a number{default}"
        case _:
            return "a text"


def variables() -> dict[str, str]:
    """What each variable says."""
    with VARIABLES.open("rb") as file:
        return tomllib.load(file)


def named(source: Source) -> set[str]:
    """The variables that the source names as whole texts."""
    return {
        node.value
        for tree in source.trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and FORM.fullmatch(node.value)
    }
