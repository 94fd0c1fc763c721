"""Branches, loops, and parts side by side."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

from chaindsl.graph.nearest import nearest
from chaindsl.graph.place import Place
from chaindsl.graph.typeform import LiteralValue
from chaindsl.runtime.action import Halt, Moves, side_by_side
from chaindsl.runtime.failure import Exhausted, MissingKey, NoRoute
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.part import Part, Series

Label = tuple[str, Any]


def label_of(value: object) -> Label:
    """Return what a route's label must equal for a value: the type keeps `1` and `True` apart."""
    if isinstance(value, Enum):
        return ("enum", f"{type(value).__qualname__}.{value.name}")
    return ("None", None) if value is None else (type(value).__name__, value)


def label_in_graph(label: LiteralValue) -> Label:
    """Return the same for a label of the graph."""
    return ("enum", label.name) if label.type == "enum" else (label.type, label.value)


class BranchPart:
    """Runs the route that the key's value names, or `otherwise`; None there says that nothing may come there."""

    __slots__ = ("_key", "_otherwise", "_place", "_routes")

    def __init__(self, key: str, routes: Mapping[Label, Part], otherwise: Part | None, place: Place | None) -> None:
        self._key = key
        self._routes = routes
        self._otherwise = otherwise
        self._place = place

    def perform(self, frame: Frame) -> Moves[Any]:
        """Run one route."""
        if self._key not in frame.values:
            hint = nearest(self._key, frame.values)
            raise MissingKey(self._key, f"the branch on {self._key}", self._place, hint)
        value = frame.values[self._key]
        route = self._route(value) or self._otherwise
        if route is None:
            raise NoRoute(self._key, value, self._place)
        return (yield from route.perform(frame))

    def _route(self, value: object) -> Part | None:
        """The route of a value; one of a plain label serves the member of an enum that has its value."""
        try:
            found = self._routes.get(label_of(value))
            if found is None and isinstance(value, Enum):
                return self._routes.get(label_of(value.value))
        except TypeError:
            return None
        return found


class RepeatPart:
    """Runs its body round after round until a part of it, told so by `Ending`, makes the key true."""

    __slots__ = ("_body", "_fails", "_limit", "_place", "_until")

    def __init__(self, until: str, limit: int, *, fails: bool, place: Place | None) -> None:
        self._until = until
        self._limit = limit
        self._fails = fails
        self._place = place
        self._body: Part = Series(())

    def around(self, body: Part) -> "RepeatPart":
        """Set the body, which refers to this loop."""
        self._body = body
        return self

    def perform(self, frame: Frame) -> Moves[Any]:
        """Run rounds. When they are used up the run halts, or goes on; advanced again, it gets as many once more."""
        done = 0
        while True:
            for number in range(done + 1, done + self._limit + 1):
                ended = yield from self._body.perform(frame.within(frame.scope.within(f"round {number}")))
                if ended is self:
                    return None
                if ended is not None:
                    return ended
            if not self._fails:
                return None
            done += self._limit
            yield Halt(Exhausted(self._until, done, self._place))


class ParallelPart:
    """Runs parts side by side on the same values."""

    __slots__ = ("_parts",)

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(Series((part,)) for part in parts)

    def perform(self, frame: Frame) -> Moves[Any]:
        """Run all parts to their end."""
        yield from side_by_side([part.perform(frame) for part in self._parts], len(self._parts))
        return None
