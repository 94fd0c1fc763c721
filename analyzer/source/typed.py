"""Plain values of the kind that a field of the graph wants; anything else is unknown, never a guess."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from analyzer.source.collection import elements
from analyzer.source.definition import Definition, Expr, Member, Spread
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from chaindsl.graph.unknown import Maybe, Unknown

T = TypeVar("T")
Given = Maybe[Definition | None]
"""An argument: None where it isn't given."""


def text(reader: Reader, given: Definition) -> Maybe[str]:
    """Return a text."""
    return _kind(reader, given, _as_text)


def whole(reader: Reader, given: Definition) -> Maybe[int]:
    """Return a whole number; truth values are none."""
    return _kind(reader, given, _as_whole)


def number(reader: Reader, given: Definition) -> Maybe[float]:
    """Return a number; truth values are none."""
    return _kind(reader, given, _as_number)


def flag(reader: Reader, given: Definition) -> Maybe[bool]:
    """Return a truth value."""
    return _kind(reader, given, lambda value: value if isinstance(value, bool) else None)


def texts(reader: Reader, given: Definition) -> Maybe[tuple[str, ...]]:
    """Return the texts of a list or tuple."""
    items = elements(reader, given)
    if isinstance(items, Unknown):
        return items
    found = [item.unknown if isinstance(item, Spread) else text(reader, item) for item in items]
    lost = next((item for item in found if isinstance(item, Unknown)), None)
    return lost or tuple(item for item in found if isinstance(item, str))


def optional(read: Callable[[Reader, Definition], Maybe[T]]) -> Callable[[Reader, Definition], Maybe[T | None]]:
    """Return a reader of the same kind that takes None as well."""
    return partial(_optional, read)


def _optional(read: Callable[[Reader, Definition], Maybe[T]], reader: Reader, given: Definition) -> Maybe[T | None]:
    return None if reader.constant(given) is None else read(reader, given)


def argument(reader: Reader, given: Given, default: T, read: Callable[[Reader, Definition], Maybe[T]]) -> Maybe[T]:
    """Return what an argument says, or the default where it isn't given."""
    if given is None:
        return default
    return given if isinstance(given, Unknown) else read(reader, given)


def _as_text(value: object) -> str | None:
    if isinstance(value, Member) and value.text and isinstance(value.value, str):
        return value.value
    return value if isinstance(value, str) else None


def _as_whole(value: object) -> int | None:
    if isinstance(value, Member) and value.whole and isinstance(value.value, int):
        return value.value
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _as_number(value: object) -> float | None:
    return value if isinstance(value, float) else _as_whole(value)


def _kind(reader: Reader, given: Definition, cast: Callable[[object], T | None]) -> Maybe[T]:
    value = reader.constant(given)
    if isinstance(value, Unknown):
        return value
    found = cast(value)
    if found is not None:
        return found
    return hole(reader, given if isinstance(given, Expr) else reader.follow(given))
