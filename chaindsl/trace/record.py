"""One attempt of one step. A record is made on the way of every step, so it holds little and computes the rest."""

from collections.abc import Sequence
from typing import Any, Protocol

from chaindsl.trace.call import ModelCall
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
    calls: Sequence[ModelCall] = ()
    exit_code: int | None = None
    tail: str | None = None
    items: int | None = None
    dropped: int = 0
    idempotency_key: str | None = None

    def __getstate__(self) -> dict[str, object]:
        return {name: portable(value) for name, value in vars(self).items()}

    def __repr__(self) -> str:
        return f"Details({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


NO_DETAILS = Details()


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
        details, cap = self.details, self.site.recording.cap
        return {
            "path": self.path,
            "flow": self.site.flow,
            "step": self.site.step,
            "item": self.item,
            "attempt": self.attempt,
            "state": self.scope.state,
            "transition": self.scope.transition,
            "target": self.target,
            "actor": None if self.actor is None else str(self.actor),
            "reads": {key: plain(value, cap) for key, value in self.reads.items()},
            "writes": self.site.writes,
            "output": None if self.output is ABSENT else plain(self.output, cap),
            "ok": self.ok,
            "rejected": None if details.rejected is ABSENT else plain(details.rejected, cap),
            "raw": None if details.raw is None else details.raw[:cap],
            "message": details.message,
            "error": details.error,
            "fallback": details.fallback,
            "started": self.started - self.scope.began,
            "seconds": self.seconds,
            "calls": [call._asdict() for call in details.calls],
            "tokens": self.tokens,
            "exit_code": details.exit_code,
            "tail": details.tail,
            "items": details.items,
            "dropped": details.dropped,
            "idempotency_key": details.idempotency_key,
            "code": self.site.code,
        }

    def __repr__(self) -> str:
        place = self.path if self.item is None else f"{self.path}[{self.item}]"
        return f"Record({place}, attempt {self.attempt}, {'ok' if self.ok else self.error or self.message})"
