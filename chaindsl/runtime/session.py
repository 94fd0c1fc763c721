"""Runs that live in a store: each call takes up a run, lets it go as far as it goes, and puts it down again.

Whatever a run did is written down before it goes on, so another process can take it up where it was. Calls block; a
failure of a run is no exception but part of the answer. What a caller may not do is: Refused, InputError, and what
a store refuses (NoRun, Stale, Busy, KeyTaken).
"""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Flow
from chaindsl.graph.state import Actor
from chaindsl.graph.walk import flow_steps
from chaindsl.runtime.cancelling import cancelled
from chaindsl.runtime.codec import json_line
from chaindsl.runtime.deciding import DECIDABLE, REPAIRABLE, decided, expect, may_retry
from chaindsl.runtime.driving import drive
from chaindsl.runtime.failure import ChainError, Refused
from chaindsl.runtime.forking import taken_over
from chaindsl.runtime.inquiry import Inquiry
from chaindsl.runtime.journal import Journal
from chaindsl.runtime.past import Past, past_of
from chaindsl.runtime.respond import respond
from chaindsl.runtime.response import Explanation, Response
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status
from chaindsl.runtime.taking_up import OnStep, TakingUp
from chaindsl.runtime.telling import OnEvent
from chaindsl.store.failure import Busy, KeyTaken, Stale
from chaindsl.store.head import Head
from chaindsl.store.owner import me
from chaindsl.store.row import Row
from chaindsl.trace.keep import plain

_UNDER_WAY = (Status.RUNNING, Status.WAITING, Status.FAILED, Status.OVER_BUDGET, Status.INTERRUPTED)
_MOST = 100_000
"""How many runs are looked at for ones whose process is gone."""


class Session(TakingUp):
    """The runs of one bound flow in one store."""

    @property
    def flow(self) -> Flow:
        """The graph that runs."""
        return self._program.flow

    def start(
        self,
        values: Mapping[str, Any],
        *,
        key: str | None = None,
        budget: Budget | None = None,
        on_started: Callable[[str], object] | None = None,
        on_step: OnStep | None = None,
        on_event: OnEvent | None = None,
    ) -> Response:
        """Begin a run and let it go as far as it goes by itself.

        The same `key` with the same values gives the first run again, as it stands; with other values it is refused
        (KeyTaken). `on_started` is told the run's id as soon as it is kept, `on_step` of each step, `on_event` of all
        that happens, as in `Runner.run`.
        """
        journal = Journal(self._store, None, Past())
        run = self._keeper.new(values, budget, journal, self._telling(on_step, on_event))
        rows = self._keeper.first_rows(run, journal, budget)
        digest = hashlib.sha256(json_line([[row.kind, row.data, row.value] for row in rows]).encode()).hexdigest()
        head = Head(run.id, run.flow, self._keeper.graph, digest, Status.RUNNING, key=key)
        try:
            if key is not None and (found := self._store.find(run.flow, key)) is not None:
                raise KeyTaken(found)
            lease = self._store.create(head, self._keeper.document, rows, me())
        except KeyTaken as taken:
            if taken.head.digest != digest:
                raise
            return self.get(taken.head.id)
        journal.begin(lease)
        with self._held(lease):
            if on_started is not None:
                on_started(run.id)
            return self.advance(run, journal, None)

    def get(self, run_id: str) -> Response:
        """Return how a run stands. One that waited longer than its state allows moves on first."""
        head = self._own(run_id)
        if self._overdue(head):
            with suppress(Busy, Stale), self.taken_up(run_id, head.revision) as (run, journal):
                return self.advance(run, journal, None)
            head = self._own(run_id)
        return self._response(head)

    def submit(
        self,
        run_id: str,
        transition: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        revision: int | None = None,
        actor: Actor | str = Actor.AGENT,
        by: str | None = None,
        accept_change: bool = False,
        redacted: Mapping[str, Any] | None = None,
        on_step: OnStep | None = None,
        on_event: OnEvent | None = None,
    ) -> Response:
        """Take a transition that a run offers, and let it go on from there.

        With a `revision` the decision counts only for the run as it stood then. `actor` is who decides; `by` names
        the person or program, for the record. `redacted` are inputs that were not kept. Raises Refused, InputError,
        Stale, Busy.
        """
        taken_up = self.taken_up(
            run_id, revision, accept_change=accept_change, redacted=redacted, on_step=on_step, on_event=on_event
        )
        with taken_up as (run, journal):
            if transition == "retry" and run.status is not Status.WAITING:
                may_retry(run, actor)
                return self._retried(run, journal, None)
            decision = decided(run, transition, arguments, actor)
            journal.by = by
            return self.advance(run, journal, decision)

    def retry(
        self,
        run_id: str,
        *,
        revision: int | None = None,
        budget: Budget | None = None,
        accept_change: bool = False,
        redacted: Mapping[str, Any] | None = None,
        on_step: OnStep | None = None,
        on_event: OnEvent | None = None,
    ) -> Response:
        """Go on with a run that failed, was interrupted or is over its budget, at the step where it stopped.

        `budget` says what it may spend in all, `redacted` are inputs that were not kept. Raises Refused for a run that
        stands otherwise.
        """
        taken_up = self.taken_up(
            run_id, revision, accept_change=accept_change, redacted=redacted, on_step=on_step, on_event=on_event
        )
        with taken_up as (run, journal):
            return self._retried(run, journal, budget)

    def fork(
        self,
        run_id: str,
        start: str,
        values: Mapping[str, Any] | None = None,
        *,
        on_step: OnStep | None = None,
        on_event: OnEvent | None = None,
    ) -> Response:
        """Begin a new run where another began the step or transition `start`, with the flow as it is now.

        What was done before is taken over; `values` are put in the place of what stood under their keys then, those of
        redacted inputs without being kept. Raises Refused where the other run never began the step.
        """
        other = self._own(run_id)
        redacted = {key: value for key, value in (values or {}).items() if key in self._program.recording.redact}
        for key in redacted.keys() - set(self._program.inputs.keys):
            message = f"{key} is redacted, so it is not kept: the step that writes it is done again"
            raise Refused("redacted-key", message, key, None, "give the inputs that it is made from")
        changed = {key: json_line(plain(value)) for key, value in (values or {}).items() if key not in redacted}
        known = [str(step.name) for step in flow_steps(self._program.flow)]
        rows = taken_over(tuple(self._store.rows(run_id)), start, changed, known)
        head = Head(self._environment.new_id(), other.flow, self._keeper.graph, other.digest, Status.RUNNING)
        lease = self._store.create(head, self._keeper.document, rows, me())
        with self._held(lease):
            stored = self._store.head(head.id)
            telling = self._telling(on_step, on_event)
            run, journal = self._keeper.restored(stored, lease, telling, redacted=redacted)
            return self.advance(run, journal, None)

    def cancel(self, run_id: str) -> Response:
        """End a run for good: see `cancelled`."""
        self._own(run_id)
        return self._response(cancelled(self._store, run_id))

    def explain(self, run_id: str, transition: str) -> Explanation:
        """Say whether a transition can be taken now, and if not why. Raises Refused where there is none of the name."""
        head = self._own(run_id)
        if head.state is None or head.status not in DECIDABLE:
            why = f"the run is {head.status}" if head.state else f"{head.flow} has no transitions, or has begun none"
            return Explanation(transition, False, (why,), "", (), head.state)
        run, _ = self._keeper.restored(head, None, None)
        return self.asked(run, Inquiry(transition))

    def asked(self, run: Run, inquiry: Inquiry) -> Explanation:
        """Let a run that stands still answer an inquiry; it goes on standing there. Raises what it refuses."""
        expect(run, *DECIDABLE)
        drive(run, self._environment, inquiry)
        if inquiry.reply is None:
            raise run.refusal or Refused("no-answer", f"run {run.id} is {run.status} and can't tell", run.id)
        return inquiry.reply

    def shown(self, run_id: str) -> Response:
        """Return how a run stands, whoever holds it."""
        head = self._own(run_id)
        return respond(head, tuple(self._store.rows(run_id)), alive=False)

    def recover(self) -> int:
        """Take up every run of this flow whose process is gone, and return how many were."""
        count = 0
        for head in self._store.heads(flow=self._program.name, statuses=_UNDER_WAY, limit=_MOST):
            begun = head.status == Status.RUNNING or head.owner is not None
            if begun and not self._at_work(head):
                # Whoever takes it up first advances it; what can't go on stays as it is, for somebody to look at.
                with suppress(Busy, Stale, ChainError):
                    self.retry(head.id)
                    count += 1
        return count

    def _retried(self, run: Run, journal: Journal, budget: Budget | None) -> Response:
        # One that is running has no process any more, or it could not have been claimed.
        expect(run, Status.RUNNING, *REPAIRABLE)
        run.execution.allow(budget)
        data = {"path": run.flow, "budget": None if budget is None else asdict(budget)}
        journal.write(Row("retried", json_line(data)))
        return self.advance(run, journal, None)

    def _overdue(self, head: Head) -> bool:
        state = self._program.state(head.state)
        if head.status != Status.WAITING or state is None or not isinstance(state.timeout, int | float):
            return False
        if state.on_timeout is None:
            return False
        past = past_of(self._store.rows(head.id))
        return past.resting and self._now() - past.ended >= state.timeout
