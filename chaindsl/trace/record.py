"""One attempt of one step. A record is made on the way of every step, so it holds little and computes the rest."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from chaindsl.trace.call import ModelCall, call_data
from chaindsl.trace.details import ABSENT, NO_DETAILS, Details, Packed, calls_in, made_in, packed, unpacked
from chaindsl.trace.keep import HIDDEN, plain, portable
from chaindsl.trace.scope import Scope
from chaindsl.trace.site import Site
from chaindsl.trace.unsaid import UNSAID


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


Cells = Sequence[Cell | None] | Cell
"""What stood under the keys that an attempt read. One cell alone may stand for itself: a tuple less for each record."""


def cells_of(read: Cells) -> Sequence[Cell | None]:
    """Return the cells, in the order of the keys."""
    return read if isinstance(read, tuple | list) else (read,)


_TOLD = ("message", "error", "exit_code", "tail", "items", "idempotency_key")
_STATE = ("attempt", "cells", "details", "item", "output", "scope", "seconds", "site", "started")
"""What a copy of a record is made from."""


class Record:
    """One attempt: which step, where, what it read and wrote, how long it took, and what went wrong.

    Times are seconds of the run's clock. `item` is the index in an `each` step; the record of the whole `each` step
    has none. `cells` holds what stood under each key of `site.reads` when the attempt began.
    """

    __slots__ = ("_cells", "_told", "attempt", "item", "output", "scope", "seconds", "site", "started")

    def __init__(
        self,
        site: Site,
        scope: Scope,
        item: int | None,
        attempt: int,
        started: float,
        seconds: float,
        cells: Cells,
        output: object,
        details: Details,
    ) -> None:
        self.site = site
        self.scope = scope
        self.item = item
        self.attempt = attempt
        self.started = started
        self.seconds = seconds
        self._cells = cells
        self.output = output
        self._told: Details | Packed = details

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Leave out what can't be copied to another process: its text stands for it."""
        kept = {name: getattr(self, name) for name in _STATE}
        return None, {**kept, "output": portable(self.output)}

    @property
    def cells(self) -> Sequence[Cell | None]:
        """What stood under each key that was read, None where nothing did."""
        return cells_of(self._cells)

    @cells.setter
    def cells(self, cells: Cells) -> None:
        self._cells = cells

    @property
    def details(self) -> Details:
        """What else there is to tell. What is changed in them counts only when they are set again."""
        return unpacked(self._told) if isinstance(self._told, tuple) else self._told

    @details.setter
    def details(self, details: Details) -> None:
        self._told = details

    def asked(self, made: int, calls: Sequence[tuple[Any, ...]]) -> None:
        """Take note of the model calls: how many were made, and those that came back."""
        if self._told is NO_DETAILS:
            self._told = packed(made, calls)
        else:
            details = self.details
            details.made, details.calls = made, calls
            self._told = details

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
        told = self._told
        return isinstance(told, tuple) or (told.error is None and (told.rejected is ABSENT or told.fallback))

    @property
    def target(self) -> str | None:
        """The state that the transition led to; None for a failed attempt, and in a chain."""
        if not self.ok:
            return None
        return str(plain(self.output)) if self.site.menu else self.site.target

    @property
    def calls(self) -> int:
        """How many model calls the attempt made."""
        return made_in(self._told) if isinstance(self._told, tuple) else self._told.made

    @property
    def model_calls(self) -> tuple[ModelCall, ...]:
        """The model calls that came back, in that order."""
        return tuple(ModelCall(*parts) for parts in self._parts())

    def _parts(self) -> Sequence[tuple[Any, ...]]:
        """What the model calls are made of."""
        return calls_in(self._told) if isinstance(self._told, tuple) else self._told._calls  # noqa: SLF001  made into no ModelCall

    @property
    def tokens(self) -> int:
        """How many tokens its calls took, as far as clients report them."""
        return sum(call.tokens for call in self.model_calls)

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
        found["ok"] = self.ok
        if self._told is not NO_DETAILS:
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
        if isinstance(self._told, Details):
            self._explained(found, self._told)
        if calls := self.called():
            found["calls"] = calls
            found["tokens"] = sum((call["input_tokens"] or 0) + (call["output_tokens"] or 0) for call in calls)

    def _explained(self, found: dict[str, Any], details: Details) -> None:
        """Add what is told beside model calls."""
        cap = self.site.recording.cap
        if details.rejected is not ABSENT:
            found["rejected"] = plain(details.rejected, cap)
        if details.raw is not None:
            found["raw"] = details.raw[:cap]
        for name in _TOLD:
            if (value := getattr(details, name)) is not None:
                found[name] = value
        if details.fallback:
            found["fallback"] = True
        if details.dropped:
            found["dropped"] = details.dropped

    def called(self) -> list[dict[str, Any]]:
        """Return the model calls as plain JSON data, their texts capped, or redacted."""
        recording = self.site.recording
        hidden = bool(recording.redact) and (self.site.hidden or any(map(hides, self.reads.values())))
        cap = recording.cap
        return [call_data(call, cap, hidden=hidden) for call in self._parts()]

    def __repr__(self) -> str:
        place = self.path if self.item is None else f"{self.path}[{self.item}]"
        return f"Record({place}, attempt {self.attempt}, {'ok' if self.ok else self.error or self.message})"


def hides(value: object) -> bool:
    """Say whether a step that has read this has read what must not be shown: then its prompts and answers must not."""
    return value is HIDDEN or (isinstance(value, Mapping) and any(map(hides, value.values())))
