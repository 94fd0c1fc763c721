"""Copies of graphs in which some pieces are replaced, to say what a law must not see."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import TypeVar

T = TypeVar("T")
Change = Callable[[object], object]


def rebuilt(graph: T, change: Change) -> T:
    """The graph with `change` applied to each dataclass in it, innermost first."""
    result: T = _rebuilt(graph, change)  # type: ignore[assignment]
    return result


def _rebuilt(value: object, change: Change) -> object:
    if isinstance(value, tuple):
        return tuple(_rebuilt(item, change) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    kept = {part.name: _rebuilt(getattr(value, part.name), change) for part in fields(value)}
    return change(type(value)(**kept))


def without(*names: str) -> Change:
    """Empty these fields wherever they are."""

    def change(value: object) -> object:
        for name in names:
            if hasattr(value, name):
                object.__setattr__(value, name, "" if name in ("doc", "function") else None)
        return value

    return change
