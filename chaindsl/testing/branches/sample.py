"""Sample values of a live type, as plain JSON data that pydantic takes for it. It knows nothing about flows."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, zip_longest
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic.errors import PydanticInvalidForJsonSchema

from chaindsl.graph.typeform import Scalar

MOST = 12
DEEPEST = 5
FORMATS = {
    "date": "2000-01-01",
    "date-time": "2000-01-01T12:00:00Z",
    "time": "12:00:00",
    "duration": "PT1H",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "email": "someone@example.com",
    "uri": "https://example.com/",
    "path": "path",
}
SHAPED = ("ab", "abc", "AB", "ABC", "a1", "A1", "1", "12", "123", "1234", "12345", "a-b", "A-1", "AB-123", "a_b", "#1",
          "0123456789", "2000-01-01", "1.0.0", "a@b.de", "abcdefgh", "ABCD1234")  # fmt: skip
"""Texts to try where a pattern is asked for."""


def samples(
    adapter: TypeAdapter[Any], name: str, values: Iterable[Scalar] = (), lengths: Iterable[int] = ()
) -> list[Any]:
    """Return plain values that an adapter takes, each once, the plainest first; none where none can be made up.

    `values` and `lengths` are worth trying.
    """
    try:
        schema = adapter.json_schema()
    except (PydanticInvalidForJsonSchema, TypeError, ValueError):
        return []
    maker = _Maker(schema, list(values), list(lengths))
    found: dict[str, Any] = {}
    for value in islice(maker.make(schema, name, DEEPEST), MOST * 4):
        if len(found) < MOST and accepts(adapter, value):
            found.setdefault(json.dumps(value, sort_keys=True), value)
    return list(found.values())


def accepts(adapter: TypeAdapter[Any], value: object) -> bool:
    """Say whether an adapter takes a value."""
    try:
        adapter.validate_python(value)
    except (ValidationError, ValueError, TypeError):
        return False
    return True


class _Maker:
    """Makes values by a JSON Schema, with its definitions at hand."""

    def __init__(self, schema: Mapping[str, Any], values: list[Scalar], lengths: list[int]) -> None:
        self._definitions = schema.get("$defs", {})
        self._values = values
        self._lengths = lengths

    def make(self, schema: Mapping[str, Any], name: str, depth: int) -> Iterator[Any]:
        """Yield values of a schema, the plainest first."""
        if depth < 0:
            return
        if "$ref" in schema:
            yield from self.make(self._definitions.get(schema["$ref"].rpartition("/")[2], {}), name, depth - 1)
        elif "const" in schema:
            yield schema["const"]
        elif "enum" in schema:
            yield from schema["enum"]
        elif inner := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
            yield from _in_turn([self.make(one, name, depth - 1) for one in inner])
        else:
            yield from self._of_type(schema, name, depth)

    def _of_type(self, schema: Mapping[str, Any], name: str, depth: int) -> Iterator[Any]:
        match schema.get("type"):
            case "string":
                yield from self._texts(schema, name)
            case "integer" | "number" as kind:
                yield from self._numbers(schema, kind)
            case "boolean":
                yield from (True, False)
            case "null":
                yield None
            case "array":
                yield from self._lists(schema, name, depth)
            case "object":
                yield from self._objects(schema, name, depth)
            case _:
                yield from (f"<{name}>", *self._values, 1, True, [], {}, None)

    def _texts(self, schema: Mapping[str, Any], name: str) -> Iterator[str]:
        least, most = schema.get("minLength", 0), schema.get("maxLength", 10**6)
        if schema.get("format") in FORMATS:
            yield FORMATS[schema["format"]]
        shaped = schema.get("pattern")
        texts = [f"<{name}>", *(one for one in self._values if isinstance(one, str)), *(SHAPED if shaped else ())]
        for text in (*texts, *("x" * length for length in self._lengths), ""):
            sized = text.ljust(least, "x")[:most]
            if shaped is None or re.search(shaped, sized):
                yield sized

    def _numbers(self, schema: Mapping[str, Any], kind: str) -> Iterator[int | float]:
        low = schema.get("minimum", schema.get("exclusiveMinimum"))
        high = schema.get("maximum", schema.get("exclusiveMaximum"))
        near = [low, low + 1 if low is not None else None, high, high - 1 if high is not None else None]
        given = [one for one in self._values if isinstance(one, int | float) and not isinstance(one, bool)]
        for value in (1, *given, 0, *(one for one in near if one is not None), 2, 100):
            if kind == "number":
                yield float(value)
            elif value == int(value):
                yield int(value)

    def _lists(self, schema: Mapping[str, Any], name: str, depth: int) -> Iterator[list[Any]]:
        if "prefixItems" in schema:
            yield [next(self.make(one, name, depth - 1), None) for one in schema["prefixItems"]]
            return
        items = schema.get("items", {})
        least, most = schema.get("minItems", 0), schema.get("maxItems", 10**6)
        wanted = [max(1, least), max(2, least), 0, least, *self._lengths]
        for length in dict.fromkeys(min(one, most) for one in wanted):
            firsts = [list(islice(self.make(items, f"{name} {n + 1}", depth - 1), length)) for n in range(length)]
            if length >= least and all(firsts):
                yield [row[n % len(row)] if schema.get("uniqueItems") else row[0] for n, row in enumerate(firsts)]
        for one in islice(self.make(items, name, depth - 1), 1, MOST):
            yield [one] * max(1, least)

    def _objects(self, schema: Mapping[str, Any], name: str, depth: int) -> Iterator[dict[str, Any]]:
        properties: Mapping[str, Any] = schema.get("properties", {})
        needed = [key for key in properties if key in schema.get("required", ())]
        choices = {key: list(islice(self.make(properties[key], key, depth - 1), MOST)) for key in properties}
        if any(not choices[key] for key in needed):
            return
        plain = {key: choices[key][0] for key in needed}
        yield plain
        for key, values in choices.items():
            yield from ({**plain, key: value} for value in values[1 if key in needed else 0 : 4])
        if not properties and isinstance(schema.get("additionalProperties"), Mapping):
            inner = next(self.make(schema["additionalProperties"], name, depth - 1), None)
            yield {f"<{name}>": inner}


def _in_turn(makers: list[Iterator[Any]]) -> Iterator[Any]:
    """One value of each, then the next of each."""
    missing = object()
    for found in zip_longest(*makers, fillvalue=missing):
        yield from (one for one in found if one is not missing)
