"""One attempt of one step. A record is made on the way of every step, so it holds little and computes the rest."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from chaindsl.trace.call import ModelCall, call_data
from chaindsl.trace.keep import HIDDEN, plain, portable
from chaindsl.trace.scope import Scope
from chaindsl.trace.site import Site


class Absent:
    """Stands for a value that is not there; there is one, in every process."""

    __slots__ = ()

    def __reduce__(self) -> str:
        return "ABSENT"

    def __repr__(self) -> str:
        return "—"


ABSENT = Absent()


class Cell(Protocol):
    """What holds a key's value as it was when written: the record of its writer, or what was given from outside."""

    @property
    def output(self) -> object:
        """The value as it is kept."""


class Given:
    """A value that no step wrote: an input of the run, or an argument of whoever decided."""

    __slots__ = ("output",)

    def __init__(self, output: object) -> None:
        self.output = output

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        return None, {"output": portable(self.output)}


class Details:
    """What only some attempts have to tell. What is not set is as the class says, which costs nothing.

    `made` counts the model calls, `calls` tells of those that came back: a call that outlives its attempt is not
    among them. `raw` is the text that a fallback replaced. `items` and `dropped` belong to an `each` step's list.
    """

    rejected: object = ABSENT
    raw: str | None = None
    message: str | None = None
    error: str | None = None
    fallback: bool = False
    made: int = 0
    _calls: tuple[tuple[Any, ...], ...] = ()
    exit_code: int | None = None
    tail: str | None = None
    items: int | None = None
    dropped: int = 0
    idempotency_key: str | None = None

    @property
    def calls(self) -> tuple[ModelCall, ...]:
        """The model calls, in the order in which they came back."""
        return tuple(ModelCall(*call) for call in self._calls)

    @calls.setter
    def calls(self, calls: Iterable[tuple[Any, ...]]) -> None:
        # Plain tuples of what can't change: Python's garbage collector does not go through them again and again.
        self._calls = tuple(map(tuple, calls))

    def __getstate__(self) -> dict[str, object]:
        return {name: portable(value) for name, value in vars(self).items()}

    def __repr__(self) -> str:
        return f"Details({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


NO_DETAILS = Details()
# One that has every attribute, before many are made side by side and filled later: so all share the names of their
# attributes, and none needs a dict of its own.
_FULL = Details()
for _name in Details.__annotations__:
    setattr(_FULL, _name, getattr(Details, _name))

UNSAID: dict[str, Any] = {
    "path": "",
    "flow": "",
    "step": "",
    "item": None,
    "attempt": 1,
    "state": None,
    "transition": None,
    "target": None,
    "actor": None,
    "reads": {},
    "writes": None,
    "output": None,
    "ok": True,
    "rejected": None,
    "raw": None,
    "message": None,
    "error": None,
    "fallback": False,
    "started": 0.0,
    "seconds": 0.0,
    "calls": [],
    "tokens": 0,
    "exit_code": None,
    "tail": None,
    "items": None,
    "dropped": 0,
    "idempotency_key": None,
    "code": None,
}
"""Every field of a record as data, with what holds where nothing is said."""
_TOLD = ("message", "error", "exit_code", "tail", "items", "idempotency_key")


class Record:
    """One attempt: which step, where, what it read and wrote, how long it took, and what went wrong.

    Times are seconds of the run's clock. `item` is the index in an `each` step; the record of the whole `each` step
    has none. `cells` holds what stood under each key of `site.reads` when the attempt began.
    """

    __slots__ = ("attempt", "cells", "details", "item", "output", "scope", "seconds", "site", "started")

    def __init__(
        self,
        site: Site,
        scope: Scope,
        item: int | None,
        attempt: int,
        started: float,
        seconds: float,
        cells: Sequence[Cell | None],
        output: object,
        details: Details,
    ) -> None:
        self.site = site
        self.scope = scope
        self.item = item
        self.attempt = attempt
        self.started = started
        self.seconds = seconds
        self.cells = cells
        self.output = output
        self.details = details

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Leave out what can't be copied to another process: its text stands for it."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        return None, {**kept, "output": portable(self.output)}

    @property
    def step(self) -> str:
        """The step's name."""
        return self.site.step

    @property
    def path(self) -> str:
        """The step's address in the run: flows, rounds and visits around it, then its name."""
        return f"{self.scope.path}/{self.site.step}"

    @property
    def state(self) -> str | None:
        """The state it was taken in; None in a chain."""
        return self.scope.state

    @property
    def transition(self) -> str | None:
        """The transition it belongs to; None in a chain."""
        return self.scope.transition

    @property
    def actor(self) -> str | None:
        """Who decided the transition; None in a chain."""
        return self.scope.actor

    @property
    def writes(self) -> str | None:
        """The key it writes, None where it writes none."""
        return self.site.writes

    @property
    def reads(self) -> dict[str, object]:
        """What the attempt read, by key, as it was when written. Keys that were not there are left out."""
        hidden = self.site.recording.redact
        pairs = zip(self.site.reads, self.cells, strict=True)
        return {key: HIDDEN if key in hidden else cell.output for key, cell in pairs if cell is not None}

    @property
    def ok(self) -> bool:
        """Whether the attempt wrote its value."""
        return self.details.error is None and (self.details.rejected is ABSENT or self.details.fallback)

    @property
    def target(self) -> str | None:
        """The state that the transition led to; None for a failed attempt, and in a chain."""
        if not self.ok:
            return None
        return str(plain(self.output)) if self.site.menu else self.site.target

    @property
    def calls(self) -> int:
        """How many model calls the attempt made."""
        return self.details.made

    @property
    def tokens(self) -> int:
        """How many tokens its calls took, as far as clients report them."""
        return sum(call.tokens for call in self.details.calls)

    @property
    def error(self) -> str | None:
        """The exception that ended the attempt, as text."""
        return self.details.error

    @property
    def message(self) -> str | None:
        """Why the value was rejected."""
        return self.details.message

    def to_data(self) -> dict[str, Any]:
        """Return the record as plain JSON data, everything in it."""
        cap = self.site.recording.cap
        output = None if self.output is ABSENT else plain(self.output, cap)
        reads = {key: plain(value, cap) for key, value in self.reads.items()}
        return {**UNSAID, **self.outline(), "reads": reads, "output": output}

    def outline(self, found: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return what there is to say, values apart; what is as `UNSAID` has it is left out.

        It is added to `found`, where something has been said before.
        """
        site, scope = self.site, self.scope
        found = {} if found is None else found
        found["path"], found["flow"], found["step"] = f"{scope.path}/{site.step}", site.flow, site.step
        if self.item is not None:
            found["item"] = self.item
        found["attempt"] = self.attempt
        if scope.state is not None:
            self._moved(found)
        if site.writes is not None:
            found["writes"] = site.writes
        if self.details is NO_DETAILS:
            found["ok"] = True
        else:
            found["ok"] = self.ok
            self._detailed(found)
        found["started"] = self.started - scope.began
        found["seconds"] = self.seconds
        if site.code is not None:
            found["code"] = site.code
        return found

    def _moved(self, found: dict[str, Any]) -> None:
        """Add what only workflows have to tell."""
        scope = self.scope
        told = (("state", scope.state), ("transition", scope.transition), ("target", self.target))
        found.update((name, value) for name, value in told if value is not None)
        if scope.actor is not None:
            found["actor"] = str(scope.actor)

    def _detailed(self, found: dict[str, Any]) -> None:
        """Add what only some attempts have to tell."""
        details, cap = self.details, self.site.recording.cap
        if details.rejected is not ABSENT:
            found["rejected"] = plain(details.rejected, cap)
        if details.raw is not None:
            found["raw"] = details.raw[:cap]
        for name in _TOLD:
            if (value := getattr(details, name)) is not None:
                found[name] = value
        if details.fallback:
            found["fallback"] = True
        if calls := self.called():
            found["calls"] = calls
            found["tokens"] = sum((call["input_tokens"] or 0) + (call["output_tokens"] or 0) for call in calls)
        if details.dropped:
            found["dropped"] = details.dropped

    def called(self) -> list[dict[str, Any]]:
        """Return the model calls as plain JSON data, their texts capped, or redacted."""
        recording = self.site.recording
        hidden = bool(recording.redact) and (self.site.hidden or any(map(hides, self.reads.values())))
        cap = recording.cap
        return [call_data(call, cap, hidden=hidden) for call in self.details._calls]  # noqa: SLF001  see its setter

    def __repr__(self) -> str:
        place = self.path if self.item is None else f"{self.path}[{self.item}]"
        return f"Record({place}, attempt {self.attempt}, {'ok' if self.ok else self.error or self.message})"


def hides(value: object) -> bool:
    """Say whether a step that has read this has read what must not be shown: then its prompts and answers must not."""
    return value is HIDDEN or (isinstance(value, Mapping) and any(map(hides, value.values())))
