"""Brings a run that is kept in a store back to where it stood, and begins new ones."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property
from types import MappingProxyType
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.runtime.change import changed, document, pinned
from chaindsl.runtime.codec import json_line
from chaindsl.runtime.driving import drive
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.execution import Execution
from chaindsl.runtime.failure import InputError
from chaindsl.runtime.journal import Journal
from chaindsl.runtime.ledger import Ledger
from chaindsl.runtime.not_kept import not_kept
from chaindsl.runtime.past import Past, past_of
from chaindsl.runtime.program import Program
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status
from chaindsl.runtime.telling import Telling
from chaindsl.store.head import Head
from chaindsl.store.lease import Lease
from chaindsl.store.row import Row
from chaindsl.store.store import Store

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Keeper:
    """Knows one bound flow and one store.

    `graph` is what new runs are pinned to, `parent` an account around all runs.
    """

    def __init__(self, program: Program, environment: Environment, store: Store, parent: Ledger | None = None) -> None:
        self._program = program
        self._parent = parent
        self._environment = environment
        self._store = store
        self.graph = pinned(program.flow)

    @cached_property
    def document(self) -> str:
        """The graph as stores keep it."""
        return document(self._program.flow)

    def new(
        self,
        values: Mapping[str, Any],
        budget: Budget | None,
        journal: Journal,
        telling: Telling | None = None,
        run_id: str | None = None,
    ) -> Run:
        """Return a run that has not taken a step yet. Raises InputError."""
        execution = Execution(
            self._program,
            values,
            self._environment,
            budget,
            run_id=run_id,
            journal=journal,
            parent=self._parent,
            telling=telling,
        )
        return Run(self._program, execution)

    def first_rows(self, run: Run, journal: Journal, budget: Budget | None) -> list[Row]:
        """Return the rows that a new run begins with: its budget and its inputs."""
        frame = run.execution.frame
        rows = [Row("started", json_line({"budget": None if budget is None else asdict(budget)}))]
        for key, value in frame.values.items():
            hidden = key in self._program.recording.redact
            text = None if hidden else self._program.inputs.codec(key).dump(value)
            if text is not None and frame.secrets is not None and (shown := frame.secrets.json(text)) != text:
                text, hidden = shown, True
            rows.append(Row("value", json_line({"key": key, "hidden": hidden}), text))
            journal.holds(frame.cells[key], len(rows))
        return rows

    def restored(
        self,
        head: Head,
        lease: Lease | None,
        telling: Telling | None,
        *,
        accept_change: bool = False,
        redacted: Mapping[str, Any] = _NOTHING,
    ) -> tuple[Run, Journal]:
        """Return a run where it stood, or, if it was broken off, where it is about to begin its way once more.

        `redacted` are inputs that were not kept. Raises GraphChanged, InputError.
        """
        past = past_of(self._store.rows(head.id))
        self._check_graph(head, lease, past, accept_change=accept_change)
        if past.waiting:
            past.waited = max(self._environment.now().timestamp() - past.ended, 0.0)
        journal = Journal(self._store, lease, past)
        values = {
            key: self._program.inputs.codec(key).load(told.value)
            for key, told in past.inputs.items()
            if told.value and not told.data["hidden"]
        }
        hidden = {key for key, told in past.inputs.items() if told.data["hidden"]}
        values |= {key: value for key, value in redacted.items() if key in hidden}
        try:
            run = self.new(values, past.budget, journal, telling, head.id)
        except InputError as error:
            raise not_kept(error, "redacted", redacted) from error
        for key, told in past.inputs.items():
            if key in run.execution.frame.cells:
                journal.holds(run.execution.frame.cells[key], told.number)
        run.revision = head.revision
        if past.resting:
            run.execution.silent = True
            drive(run, self._environment)
            run.execution.silent = False
            run.status = Status(head.status)
        return run, journal

    def _check_graph(self, head: Head, lease: Lease | None, past: Past, *, accept_change: bool) -> None:
        if head.graph == self.graph:
            return
        change = changed(head.id, self._store.graph(head.graph), self.document, frozenset(past.done))
        if change.behind or not accept_change:
            raise change
        if lease is not None:
            self._store.pin(lease, self.document, self.graph)
