"""The values of one flow while it runs, and what every step there needs at hand."""

from collections.abc import Callable, Mapping
from typing import Any

from chaindsl.runtime.answers import Answers
from chaindsl.runtime.bridge import Bridge
from chaindsl.runtime.journal import Journal
from chaindsl.runtime.ledger import Ledger
from chaindsl.runtime.telling import Telling
from chaindsl.trace.keep import weight
from chaindsl.trace.record import Cell, Record
from chaindsl.trace.scope import Scope
from chaindsl.trace.secrets import Secrets

Arguments = Mapping[str, Any]
_NOTHING: Arguments = {}


class Frame:
    """`values` are live, `cells` what the trace keeps of them; both are shared with the rounds and visits inside.

    `failed` holds the attempts of a step (or item) that failed, so that numbering goes on when the run does, and
    `rejected` why the last one's value was rejected.
    `arguments` are what an actor supplied, `shown` what the trace keeps of them. `emit` takes a finished record.
    `state` is where a workflow stands, `watch` looks after the flow's guarantees. `journal` keeps the run between
    processes, None where nothing does; `answers` stand for models, None where these are asked; `hears` is told of
    events, None where nobody listens. `secrets` are what the run knows to be secret, None where nothing can be.
    """

    __slots__ = (
        "answers",
        "arguments",
        "bridge",
        "cells",
        "clock",
        "emit",
        "failed",
        "hears",
        "journal",
        "ledger",
        "rejected",
        "run_id",
        "scope",
        "secrets",
        "shown",
        "sizes",
        "state",
        "values",
        "watch",
    )

    def __init__(
        self,
        run_id: str,
        scope: Scope,
        ledger: Ledger,
        clock: Callable[[], float],
        emit: Callable[[Record], None],
        bridge: Bridge,
    ) -> None:
        self.run_id = run_id
        self.scope = scope
        self.ledger = ledger
        self.clock = clock
        self.emit = emit
        self.bridge = bridge
        self.values: dict[str, Any] = {}
        self.cells: dict[str, Cell] = {}
        self.sizes: dict[str, int] = {}
        self.failed: dict[tuple[str, int | None], list[Record]] = {}
        self.rejected: dict[tuple[str, int | None], str] = {}
        self.arguments: Arguments = _NOTHING
        self.shown: Mapping[str, Cell] = _NOTHING
        self.state: str | None = None
        self.watch: Any = None
        self.journal: Journal | None = None
        self.answers: Answers | None = None
        self.hears: Telling | None = None
        self.secrets: Secrets | None = None

    def within(self, scope: Scope) -> "Frame":
        """Return a frame that shares these values under another scope, for a round or a visit."""
        made = Frame(self.run_id, scope, self.ledger, self.clock, self.emit, self.bridge)
        made.values = self.values
        made.cells = self.cells
        made.sizes = self.sizes
        made.arguments = self.arguments
        made.shown = self.shown
        made.watch = self.watch
        made.journal = self.journal
        made.answers = self.answers
        made.hears = self.hears
        made.secrets = self.secrets
        return made

    def nested(self, name: str, ledger: Ledger) -> "Frame":
        """Return an empty frame for a flow inside this one."""
        made = Frame(self.run_id, self.scope.within(name), ledger, self.clock, self.emit, self.bridge)
        made.journal = self.journal
        made.answers = self.answers
        made.hears = self.hears
        made.secrets = self.secrets
        return made

    def earlier(self, step: str, item: int | None) -> tuple[int, str]:
        """Return how often a step (or item) failed before the run went on, and why its last value was rejected."""
        return len(self.failed.get((step, item), ())), self.rejected.get((step, item), "")

    def tell(self, record: Record) -> None:
        """Take the record of something that is no attempt: a whole `each` step, a flow that a transition ran."""
        if self.journal is not None:
            told = self.journal.result((self.scope.path, record.step, None))
            if told is not None:
                self.journal.again(told, record)
                return
            self.journal.add(record, None, None)
        self.emit(record)

    def put(self, key: str, value: Any, cell: Cell) -> None:
        """Write a key. What it weighs is counted only where a budget limits bytes."""
        self.values[key] = value
        self.cells[key] = cell
        if self.ledger.weighs:
            size = weight(value)
            self.ledger.carry(size - self.sizes.get(key, 0))
            self.sizes[key] = size

    def deliver(self, key: str | None, value: Any, cell: Cell) -> Any:
        """Write a key; without one hand the value back."""
        if key is None:
            return value
        return self.put(key, value, cell)

    def drop(self, key: str) -> None:
        """Forget a key, if it is there."""
        if key in self.values:
            del self.values[key]
            del self.cells[key]
            self.ledger.carry(-self.sizes.pop(key, 0))

    def end(self) -> None:
        """Count nothing of this frame as carried any longer."""
        self.ledger.carry(-sum(self.sizes.values()))
        self.sizes.clear()
