"""Graphs as plain data and as hashes. Needs nothing but the standard library; reading back is in `schema`."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from enum import Enum

from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Flow
from chaindsl.graph.step import Each, Read, Step, Tool
from chaindsl.graph.unknown import Unknown

GRAPH_VERSION = 1
"""The version of the graph's JSON form; it changes when a reader of the old form would misread the new one."""

_FROM_ANNOTATIONS: dict[type, frozenset[str]] = {
    Each: frozenset({"item"}),
    Read: frozenset({"type", "source"}),
    Tool: frozenset({"kind"}),
    Step: frozenset({"type", "parsed", "command", "effect"}),
    Input: frozenset({"type"}),
}
"""Fields that annotations decide, which one front end may see and the other not: they are no part of `shape`."""


class _NotKnownError(Exception):
    """Something that a hash needs is unknown."""


def to_data(value: object) -> object:
    """Return a piece of graph as JSON data, every field in its order."""
    return _data(value, lambda owner, part: True)


def to_json(flows: tuple[Flow, ...], *, indent: int | None = 2) -> str:
    """Return a document with these flows as JSON text, ending in a line feed."""
    document = {"version": GRAPH_VERSION, "flows": [to_data(flow) for flow in flows]}
    return json.dumps(document, indent=indent, ensure_ascii=False) + "\n"


def shape_hash(flow: Flow) -> str | None:
    """Return the hash of order, keys, actors, guards, limits and prompts; None where one of these is unknown."""
    return _digest(flow, lambda owner, part: part.name not in _FROM_ANNOTATIONS.get(owner, ()))


def types_hash(flow: Flow) -> str | None:
    """Return the hash of all that takes part in equality, types included; None where anything is unknown."""
    return _digest(flow, lambda owner, part: True)


_Keep = Callable[[type, "Field[object]"], bool]


def _digest(flow: Flow, keep: _Keep) -> str | None:
    try:
        data = _whole(_data(flow, lambda owner, part: _identity(owner, part) and keep(owner, part)))
    except _NotKnownError:
        return None
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(f"{GRAPH_VERSION}:{text}".encode()).hexdigest()[:32]


def _whole(data: object) -> object:
    """Spell `30.0` as `30`: the two are equal, and JSON keeps no difference between them where a number is due."""
    match data:
        case dict():
            return {name: _whole(part) for name, part in data.items()}
        case list():
            return [_whole(part) for part in data]
        case float() if data.is_integer():
            return int(data)
    return data


def _identity(owner: type, part: "Field[object]") -> bool:
    if owner is Unknown:
        raise _NotKnownError
    return part.compare or part.name == "kind"


def _data(value: object, keep: _Keep) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        owner = type(value)
        return {part.name: _data(getattr(value, part.name), keep) for part in fields(value) if keep(owner, part)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_data(item, keep) for item in value]
    return value
