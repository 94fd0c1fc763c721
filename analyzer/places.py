"""Where the pieces of a graph stand: which files, and the same graph with other places. It reads no file."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from chaindsl.graph.flow import Flow
from chaindsl.graph.place import Place

G = TypeVar("G")
Where = Callable[[type, Place], Place]
"""The place of a piece of this class, by the one it has."""


def files_of(graph: Flow) -> set[str]:
    """Return the files that anything of a graph stands in."""
    return {value.file for value in _pieces(graph) if isinstance(value, Place)}


def _pieces(value: object) -> Iterator[object]:
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        if isinstance(current, tuple | frozenset):
            waiting.extend(current)
        elif is_dataclass(current):
            waiting.extend(getattr(current, part.name) for part in fields(current))


def placed(graph: Flow, where: Where) -> Flow:
    """Return a graph whose places are those that `where` says. What was one piece in two parts stays one."""
    return cast("Flow", _Placing(where).of(graph))


class _Placing:
    def __init__(self, where: Where) -> None:
        self._where = where
        self._made: dict[int, object] = {}

    def of(self, value: object) -> object:
        if isinstance(value, tuple):
            return self._once(value, lambda: self._items(value))
        if is_dataclass(value) and not isinstance(value, type | Place):
            return self._once(value, lambda: self._piece(value))
        return value

    def _once(self, value: G, make: Callable[[], G]) -> G:
        if id(value) not in self._made:
            self._made[id(value)] = make()
        return cast("G", self._made[id(value)])

    def _items(self, value: tuple[object, ...]) -> tuple[object, ...]:
        made = tuple(map(self.of, value))
        return value if all(one is other for one, other in zip(made, value, strict=True)) else made

    def _piece(self, value: Any) -> Any:
        changed: dict[str, object] = {}
        for part in fields(value):
            old = getattr(value, part.name)
            new = self._where(type(value), old) if isinstance(old, Place) else self.of(old)
            if new is not old:
                changed[part.name] = new
        return replace(value, **changed) if changed else value
