"""Tells the listeners of a run of its events, one at a time, from whatever thread they come.

There is one way to listen: events. Whoever wants records alone hears those of `StepEnded`.
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial

from chaindsl.trace.event import CallBegan, CallEnded, Chunk, Event, StepBegan, StepEnded
from chaindsl.trace.pieces import Pieces
from chaindsl.trace.record import Record
from chaindsl.trace.secrets import Secrets
from chaindsl.vocabulary.chunks import Told

OnEvent = Callable[[Event], object]
OnRecord = Callable[[Record], object]


def records_to(listener: OnRecord) -> OnEvent:
    """Return what hears of events for one who wants to hear of the records alone."""

    def heard(event: Event) -> None:
        if isinstance(event, StepEnded):
            listener(event.record)

    return heard


def telling_of(on_event: OnEvent | None, *on_record: OnRecord | None) -> "Telling | None":
    """Return what tells all of these, in their order behind those of records; None where nobody listens."""
    if on_event is None and not any(on_record):
        return None
    found = [records_to(listener) for listener in on_record if listener is not None]
    if on_event is not None:
        found.append(on_event)
    pieces = on_event is not None and bool(getattr(on_event, "pieces", True))
    return Telling(found, detailed=on_event is not None, pieces=pieces)


class Telling:
    """Listeners. What one raises is kept until the run can end with it, and they hear nothing meanwhile.

    `detailed` says that somebody wants to hear of more than records, `pieces` that of pieces of answers too.
    """

    def __init__(self, listeners: Sequence[OnEvent], *, detailed: bool, pieces: bool) -> None:
        self.detailed = detailed
        self.pieces = pieces
        self._listeners = tuple(listeners)
        self._lock = threading.RLock()
        self._error: BaseException | None = None

    def tell(self, event: Event) -> None:
        """Tell of an event."""
        with self._lock:
            if self._error is not None:
                return
            try:
                for listener in self._listeners:
                    listener(event)
            except BaseException as error:  # noqa: BLE001 - `check` raises it where a run can end with it
                self._error = error

    def check(self) -> None:
        """Raise what the listener raised, once."""
        if self._error is not None:
            error, self._error = self._error, None
            raise error


class Attempt:
    """Tells of one attempt of a step. No piece of an answer is told where that is `hidden`.

    With `secrets` these are masked in what is told of answers. What is held back of one is told when all calls of its
    tool are over, for of calls side by side it is not known which one has ended.
    """

    __slots__ = ("_attempt", "_ended", "_hidden", "_item", "_open", "_path", "_secrets", "_telling")

    def __init__(
        self,
        telling: Telling,
        path: str,
        item: int | None,
        attempt: int,
        *,
        hidden: bool,
        secrets: Secrets | None = None,
    ) -> None:
        self._telling = telling
        self._path = path
        self._item = item
        self._attempt = attempt
        self._hidden = hidden
        self._secrets = secrets
        self._open: dict[str, list[Pieces]] = {}
        self._ended: dict[str, list[None]] = {}
        telling.tell(StepBegan(path, item, attempt))

    def asked(self, tool: str, prompt: object) -> Told | None:
        """Tell that a model is asked; return what its answer's pieces are to be told."""
        characters = len(prompt) if isinstance(prompt, str) else 0
        self._telling.tell(CallBegan(self._path, self._item, self._attempt, tool, characters))
        if self._hidden or not self._telling.pieces:
            return None
        tell = partial(self._piece, tool)
        if self._secrets is None:
            return tell
        pieces = Pieces(self._secrets, tell)
        self._open.setdefault(tool, []).append(pieces)
        return pieces.add

    def _piece(self, tool: str, text: str, offset: int) -> None:
        self._telling.tell(Chunk(self._path, self._item, self._attempt, tool, text, offset))

    def answered(self, tool: str, seconds: float, error: BaseException | None) -> None:
        """Tell that a model has answered, or failed."""
        if tool in self._open:
            self._release(tool)
        said = None if error is None else type(error).__name__
        self._telling.tell(CallEnded(self._path, self._item, self._attempt, tool, seconds, said))

    def _release(self, tool: str) -> None:
        """Tell what was held back, if no call of the tool is under way any more."""
        ended = self._ended.setdefault(tool, [])
        ended.append(None)
        if len(ended) == len(self._open[tool]):
            for pieces in self._open[tool]:
                pieces.end()
