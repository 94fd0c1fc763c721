"""How the positional parameters of a function are filled from the values of a run."""

from collections.abc import Callable, Sequence
from inspect import Parameter, signature
from operator import itemgetter
from typing import Any

from chaindsl.graph.nearest import nearest
from chaindsl.graph.place import Place
from chaindsl.graph.step import Read, Source
from chaindsl.runtime.failure import MissingKey
from chaindsl.runtime.frame import Frame
from chaindsl.trace.record import Cell, Cells, Given
from chaindsl.vocabulary.values import Values

Taken = tuple[Sequence[Any], Cells]
"""Arguments in order, and what the trace keeps of each."""


class Reader:
    """Fills parameters by key, by an actor's argument, or with all values; a missing optional key by its default.

    `keys` are the parameters' keys in order. `take` does what `fill` does, the short way where there is one.
    """

    __slots__ = ("_defaults", "_place", "_reads", "_who", "keys", "take")

    def __init__(self, who: str, function: Callable[..., Any], reads: Sequence[Read], place: Place | None) -> None:
        self._who = who
        self._place = place
        self._reads = tuple(reads)
        self._defaults = defaults(function)
        self.keys = tuple(read.key for read in reads)
        simple = all(read.source is Source.KEY and not read.optional for read in reads)
        self.take: Callable[[Frame], Taken] = self._short() if simple else self.fill

    def fill(self, frame: Frame) -> tuple[Sequence[Any], Sequence[Cell | None]]:
        """Return the arguments in order, and what the trace keeps of each. Raises MissingKey."""
        values: list[Any] = []
        cells: list[Cell | None] = []
        for read in self._reads:
            value, cell = self._one(read, frame)
            values.append(value)
            cells.append(cell)
        return values, cells

    def _short(self) -> "Callable[[Frame], Taken]":
        """The shortest way to look up keys that must all be there; the way of most steps."""
        if len(self.keys) == 1:
            only = self.keys[0]

            def take_one(frame: Frame) -> Taken:
                try:
                    return (frame.values[only],), frame.cells[only]
                except KeyError:
                    raise self.missing(only, frame) from None

            return take_one
        pick = itemgetter(*self.keys) if self.keys else _nothing

        def take_all(frame: Frame) -> Taken:
            try:
                return pick(frame.values), pick(frame.cells)
            except KeyError as error:
                raise self.missing(error.args[0], frame) from None

        return take_all

    def _one(self, read: Read, frame: Frame) -> tuple[Any, Cell | None]:
        if read.source is Source.VALUES:
            return Values(dict(frame.values)), Given({key: cell.output for key, cell in frame.cells.items()})
        if read.source is not Source.KEY and read.key in frame.arguments:
            return frame.arguments[read.key], frame.shown.get(read.key)
        if read.key in frame.values and read.source is not Source.ACTOR:
            return frame.values[read.key], frame.cells[read.key]
        if read.optional:
            return self._defaults[read.parameter], None
        raise self.missing(read.key, frame)

    def missing(self, key: str, frame: Frame) -> MissingKey:
        """Return the error for a key that is not there."""
        return MissingKey(key, self._who, self._place, nearest(key, frame.values))


def _nothing(found: object) -> tuple[Any, ...]:
    return ()


def defaults(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the defaults of a function's parameters by name; none where it has no signature."""
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        return {}
    return {p.name: p.default for p in parameters if p.default is not Parameter.empty}
