"""A step for each item of a list: results in the order of the items, only what failed tried again."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chaindsl.graph.place import Place
from chaindsl.runtime.action import Core, Halt, Moves, side_by_side
from chaindsl.runtime.attempts import Attempts
from chaindsl.runtime.failure import ChainError, NoList, TooMany
from chaindsl.runtime.frame import Frame
from chaindsl.trace.details import Details
from chaindsl.trace.record import Cell, Given, Record
from chaindsl.trace.site import Site


class Items:
    """An `each` step. `one` is the step for one item; `cap` is the most items, None for any number.

    A longer list is cut, and the record says by how many, or fails when `fails`.
    """

    __slots__ = ("_cap", "_fails", "_key", "_list", "_place", "_site", "_workers", "one")

    def __init__(
        self,
        one: Attempts,
        site: Site,
        of: str,
        key: str,
        *,
        cap: int | None,
        fails: bool,
        workers: int,
        place: Place | None,
    ) -> None:
        self.one = one
        self._site = site
        self._list = of
        self._key = key
        self._cap = cap
        self._fails = fails
        self._workers = workers
        self._place = place

    def perform(self, frame: Frame) -> Moves[None]:
        """Run the step for every item and write the list of what they made."""
        started = frame.clock()
        items, whole = self._items(frame)
        dropped = len(items) - self._cap if self._cap is not None and len(items) > self._cap else 0
        if dropped and self._fails:
            raise TooMany(self._site.step, self._list, len(items), len(items) - dropped, self._place)
        made: list[Any] = [None] * (len(items) - dropped)
        cores = [self._item(frame, items[index], index, made) for index in range(len(made))]
        if self._workers > 1 and len(cores) > 1:
            yield from side_by_side(cores, self._workers)
        else:
            for core in cores:
                yield from core
        self._write(frame, made, whole, dropped, started)

    def _items(self, frame: Frame) -> tuple[Sequence[Any], Cell]:
        if self._list not in frame.values:
            raise self.one.reader.missing(self._list, frame)
        found = frame.values[self._list]
        if isinstance(found, str | bytes | Mapping) or not isinstance(found, Iterable):
            raise NoList(self._site.step, self._list, type(found).__name__, self._place)
        return found if isinstance(found, list | tuple) else list(found), frame.cells[self._list]

    def _item(self, frame: Frame, item: Any, index: int, made: list[Any]) -> Core:
        shown = Given(self._site.recording.keep(self._list, item, frame.secrets))
        while True:
            try:
                args, read = self.one.reader.fill(frame)
                made[index] = yield from self.one.perform(frame, [item, *args], [shown, *read], index)
            except ChainError as error:
                failure = error
            else:
                return
            yield Halt(failure)

    def _write(self, frame: Frame, made: list[Any], whole: Cell, dropped: int, started: float) -> None:
        details = Details()
        details.items, details.dropped = len(made), dropped
        kept = self._site.recording.keep(self._key, made, frame.secrets)
        seconds = frame.clock() - started
        record = Record(self._site, frame.scope, None, 1, started, seconds, [whole], kept, details)
        frame.tell(record)
        frame.put(self._key, made, record)
