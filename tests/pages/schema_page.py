"""A page from a published JSON Schema: a table for each kind of object in it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCHEMAS = {
    "graph": (
        "The graph",
        "What `chaindsl graph FILE:FLOW` prints: flows as plain data, the same from source and from live objects.",
    ),
    "trace": (
        "The trace file",
        "What `chaindsl run --trace FILE.jsonl` writes: a JSON object a line. [How to read one](trace.md).",
    ),
    "diff": ("The record of a change", "What `chaindsl diff --output-format json` prints. [How to read it](diff.md)."),
}
"""What each schema is of, by the name of its file."""
ANYTHING = "anything"
OBJECT = "an object"


def schema_page(name: str, folder: Path) -> str:
    """The page of `NAME.schema.json` in the folder."""
    title, says = SCHEMAS[name]
    schema = json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8"))
    head = f"<!-- Generated from {name}.schema.json: `make golden` -->\n# {title}\n\n{says}\n\n"
    head += f"All of it, for programs: [{name}.schema.json]({name}.schema.json).\n"
    return head + "".join(f"\n{part}" for part in parts(schema))


def parts(schema: dict[str, Any]) -> Iterator[str]:
    """The whole, then each kind of object that it is made of."""
    if "properties" in schema:
        yield f"## The whole\n\n{table(schema)}"
    elif whole := kind(schema):
        yield f"## The whole\n\nIt is {whole}.\n"
    for name, one in sorted(schema.get("$defs", {}).items()):
        said = f"{prose(one['description'])}\n\n" if "description" in one else ""
        yield f"## {name}\n\n{said}{table(one) if one.get('properties') else f'It is {kind(one)}.' + chr(10)}"


def table(schema: dict[str, Any]) -> str:
    """The properties of an object; a `?` stands behind what may be missing."""
    needed = schema.get("required", [])
    rows = [
        f"| `{name}`{'' if name in needed else '?'} | {cell(kind(one))} | {cell(prose(one.get('description', '')))} |"
        for name, one in schema["properties"].items()
    ]
    return "\n".join(["| field | is | says |", "| --- | --- | --- |", *rows]) + "\n"


def kind(schema: dict[str, Any] | bool) -> str:
    """What a value has to be, in words, with links to the kinds of this page."""
    if isinstance(schema, bool) or not schema:
        return ANYTHING
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(one)}`" for one in schema["enum"])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " or ".join(dict.fromkeys(map(kind, schema[word])))
    return typed(schema)


def typed(schema: dict[str, Any]) -> str:
    """What a value of a `type` has to be."""
    match schema.get("type"):
        case "array":
            if "prefixItems" in schema:
                return f"a list: {', '.join(map(kind, schema['prefixItems']))}"
            items = kind(schema.get("items", True))
            return f"a list of {'objects' if items == OBJECT else items}"
        case "object":
            values = kind(schema.get("additionalProperties", True))
            return OBJECT if values == ANYTHING else f"{OBJECT} of {values}"
        case list() as types:
            return " or ".join(f"`{one}`" for one in types)
        case None:
            return ANYTHING
        case name:
            return "null" if name == "null" else f"`{name}`"


def cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|")


def prose(text: str) -> str:
    return text.replace("<", "&lt;")
