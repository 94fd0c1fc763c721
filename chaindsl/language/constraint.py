"""Constraints in the metadata of `Annotated`, read off live objects without importing pydantic.

annotated-types, pydantic's `Field` and `StringConstraints` and chaindsl's own marks all say the same few things under
the same attribute names.
"""

import re
from collections.abc import Iterable, Iterator

from annotated_types import GroupedMetadata

from chaindsl.graph.typeform import Constraint
from chaindsl.vocabulary.text import NotBlank

_NAMES = (
    "gt",
    "ge",
    "lt",
    "le",
    "multiple_of",
    "min_length",
    "max_length",
    "pattern",
    "strict",
    "strip_whitespace",
    "to_lower",
    "to_upper",
)
_VALIDATORS = {
    "AfterValidator": "after",
    "BeforeValidator": "before",
    "WrapValidator": "wrap",
    "PlainValidator": "plain",
}


def constraints_of(metadata: Iterable[object]) -> list[Constraint]:
    """Return the constraints that metadata puts on a value; what puts none is left out."""
    return [found for part in metadata for found in _constraints(part)]


def _constraints(part: object) -> Iterator[Constraint]:
    module = type(part).__module__.partition(".")[0]
    if isinstance(part, NotBlank):
        yield Constraint("min_length", 1)
        yield Constraint("strip_whitespace", True)
    elif isinstance(part, GroupedMetadata):
        for inner in part:
            yield from _constraints(inner)
    elif type(part).__name__ == "FieldInfo":
        for inner in getattr(part, "metadata", ()):
            yield from _constraints(inner)
    elif type(part).__name__ in _VALIDATORS and module == "pydantic":
        yield Constraint("validator", _VALIDATORS[type(part).__name__])
    elif module in ("pydantic", "annotated_types"):
        yield from _attributes(part)


def _attributes(part: object) -> Iterator[Constraint]:
    for name in _NAMES:
        value = getattr(part, name, None)
        if isinstance(value, re.Pattern):
            value = value.pattern
        says_nothing = value is None or value is False or (name == "min_length" and value == 0)
        if not says_nothing and isinstance(value, str | int | float):
            yield Constraint(name, value)
