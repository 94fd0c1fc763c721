"""What a run tells its store while it goes on, and takes from there when it is restored.

A restored run goes its way once more from the beginning: whatever was recorded is taken from the journal and not done
again, so that it stands where it stood, with nothing of it done twice. Each row is written before the run goes on.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chaindsl.runtime.codec import Codec, json_line
from chaindsl.runtime.past import Interrupted, Key, Past, Told, Turned
from chaindsl.store.lease import Lease
from chaindsl.store.row import Row
from chaindsl.store.store import Store
from chaindsl.trace.call import ModelCall
from chaindsl.trace.details import Details
from chaindsl.trace.keep import Hidden
from chaindsl.trace.record import Cell, Record
from chaindsl.trace.scope import Scope
from chaindsl.trace.secrets import Secrets

_DETAILS = tuple(name for name in vars(Details) if not name.startswith("_"))
"""What of an attempt's details stands in a row under its own name."""


class Journal:
    """One run's rows. `lease` is None for a run that is only looked at; such a run must not go on.

    `by` names whoever decides next. Numbers of rows stand for the values that are written there. A value with one of
    the `secrets` in it is not kept, only what may be shown of it.
    """

    def __init__(self, store: Store, lease: Lease | None, past: Past) -> None:
        self.store = store
        self.lease = lease
        self.past = past
        self.recalled: Callable[[Record], object] = _nobody
        self.by: str | None = None
        self.secrets: Secrets | None = None
        self._pending: list[Row] = []
        self._numbers: dict[int, int] = {}
        self._cells: list[Cell] = []
        self._items: dict[tuple[str, str], dict[int, int]] = {}
        self._next = lease.rows + 1 if lease is not None else 1

    def begin(self, lease: Lease) -> None:
        """Write under a lease from now on."""
        self.lease = lease
        self._next = lease.rows + 1

    def number(self, cell: Cell | None) -> int | None:
        """Return the row in which a value stands, None where none is known."""
        return self._numbers.get(id(cell))

    def holds(self, cell: Cell, number: int) -> None:
        """Remember in which row a value stands."""
        self._cells.append(cell)
        self._numbers[id(cell)] = number

    def items(self, path: str, step: str) -> dict[int, int]:
        """Return the rows of an `each` step's items, by index."""
        return self._items.setdefault((path, step), {})

    def add(self, record: Record, value: object, codec: Codec | None) -> None:
        """Write an attempt down with what it wrote."""
        hidden = isinstance(record.output, Hidden)
        kept = None if codec is None or not record.ok or hidden else codec.dump(value)
        if kept is not None and self.secrets is not None and (shown := self.secrets.json(kept)) != kept:
            kept, hidden = shown, True
        data = told_of(record, [self.number(cell) for cell in record.cells])
        if hidden:
            data["hidden"] = True
        if record.details.items is not None:
            rows = self.items(record.scope.path, record.step)
            data["gathered"] = [rows[index] for index in sorted(rows)]
        number = self.write(Row("record", json_line(data), kept))
        self.holds(record, number)
        if record.item is not None and record.ok:
            self.items(record.scope.path, record.step)[record.item] = number

    def intend(self, scope: Scope, step: str, item: int | None, attempt: int, key: str | None) -> None:
        """Write down that an effect is about to be tried."""
        path = f"{scope.path}/{step}"
        data = {"path": path, "step": step, "item": item, "attempt": attempt, "idempotency_key": key}
        self.write(Row("intent", json_line(data)))

    def take(self, path: str, move: Mapping[str, Any], *, now: bool) -> None:
        """Write down which transition is taken: `now`, or together with the next row that is written."""
        named = {} if self.by is None else {"by": self.by}
        self._pending.append(Row("taken", json_line({"path": path, **move, **named})))
        if now:
            self.flush()

    def moved(self, path: str, state: str, why: str, seconds: float = 0.0) -> None:
        """Write down that a workflow went to a state that no transition's work led to, and after how long a wait."""
        self.write(Row("moved", json_line({"path": path, "state": state, "why": why, "seconds": seconds})))

    def write(self, row: Row) -> int:
        """Write a row, behind those that wait for one, and return its number."""
        self._pending.append(row)
        return self.flush()

    def flush(self) -> int:
        """Write what waits, and return the number of the last row."""
        assert self.lease is not None
        if self._pending:
            self.store.append(self.lease, self._pending)
            self._next += len(self._pending)
            self._pending = []
        return self._next - 1

    def waiting_rows(self) -> Sequence[Row]:
        """Hand out the rows that wait, to be written with others."""
        rows, self._pending = self._pending, []
        self._next += len(rows)
        return rows

    def next_move(self, path: str) -> Told | None:
        """Take the next move that a workflow made, None when all are made."""
        moves = self.past.moves.get(path)
        return moves.popleft() if moves else None

    def expect_failure(self, path: str) -> None:
        """Let the transition that was just taken fail once more, without its work, if that is what it did."""
        moves = self.past.moves.get(path)
        if moves and moves[0].data.get("why") == "failure":
            moves.popleft()
            self.past.halted = Turned("turned", "it had failed before the run was restored")

    def waited(self) -> float:
        """Take the seconds for which the run had waited for a decision before it was restored."""
        seconds, self.past.waited = self.past.waited, 0.0
        return seconds

    def result(self, key: Key) -> Told | None:
        """Take what a step (or item) had written; None where it had not."""
        return self.past.results.pop(key, None)

    def failures(self, key: Key) -> list[Told]:
        """Take the attempts of a step (or item) that had failed."""
        return self.past.failures.pop(key, [])

    def again(self, told: Told, record: Record) -> Record:
        """Fill a record with what a row tells of it, as one of the run's, and return it."""
        recall(told, record)
        self.holds(record, told.number)
        if record.item is not None and record.ok:
            self.items(record.scope.path, record.step)[record.item] = told.number
        self.recalled(record)
        return record

    def halt(self) -> None:
        """Raise what the run had stopped with, once; do nothing where it had not failed."""
        halted, self.past.halted = self.past.halted, None
        if halted is not None:
            raise halted

    def live(self, key: Key, *, repeatable: bool) -> None:
        """Take note that the journal ends here for a step. Raises what the run had stopped with, once."""
        if self.past.halted is not None:
            self.past.intents.pop(key, None)
        self.halt()
        if self.past.intents.pop(key, None) is not None and not repeatable:
            raise Interrupted(key[1])


def _nobody(record: Record) -> None:
    """Nobody asks for records that come from the journal."""


def told_of(record: Record, reads: Sequence[int | None]) -> dict[str, Any]:
    """Return an attempt as a trace tells it, without the values: `reads` are the rows in which they stand."""
    data = record.outline()
    data["reads"] = {key: row for key, row in zip(record.site.reads, reads, strict=True) if row is not None}
    if record.calls:
        data["made"] = record.calls
    return data


def recall(told: Told, record: Record) -> None:
    """Fill a record with what a row tells of it."""
    data = told.data
    found = {name: data[name] for name in _DETAILS if name in data}
    if found:
        record.details = Details()
        for name, value in found.items():
            setattr(record.details, name, tuple(ModelCall(**call) for call in value) if name == "calls" else value)
    record.attempt = data["attempt"]
    record.started = record.scope.began + data["started"]
    record.seconds = data["seconds"]


def decoded(text: str | None, codec: Codec | None) -> Any:
    """Return the value that a row holds; None where it holds none."""
    return None if text is None else json.loads(text) if codec is None else codec.load(text)
