"""`fallback=`: a plain value as JSON text."""

import json

from analyzer.source.definition import Expr, Member
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from analyzer.source.typed import Given
from chaindsl.graph.unknown import Maybe, Unknown


def fallback(reader: Reader, given: Given) -> Maybe[str] | None:
    """Return the JSON text of a fallback, None without one."""
    if given is None or isinstance(given, Unknown):
        return given
    value = reader.constant(given)
    if isinstance(value, Unknown):
        return value
    try:
        return json.dumps(_plain(value), sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return hole(reader, given if isinstance(given, Expr) else reader.follow(given))


def _plain(value: object) -> object:
    if isinstance(value, Member):
        return _plain(value.value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {_key(name): _plain(held) for name, held in value.items()}
    return value


def _key(name: object) -> object:
    return _plain(name) if isinstance(name, Member) else name
