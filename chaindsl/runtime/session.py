"""Runs that live in a store: each call takes up a run, lets it go as far as it goes, and puts it down again.

Whatever a run did is written down before it goes on, so another process can take it up where it was. Calls block; a
failure of a run is no exception but part of the answer. What a caller may not do is: Refused, InputError, and what
a store refuses (NoRun, Stale, Busy, KeyTaken).
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Flow
from chaindsl.graph.state import Actor
from chaindsl.runtime.cancelling import cancelled
from chaindsl.runtime.codec import json_line
from chaindsl.runtime.deciding import DECIDABLE, REPAIRABLE, decided, expect
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.failure import ChainError, Refused
from chaindsl.runtime.heartbeat import HEARTBEAT, at_work
from chaindsl.runtime.inquiry import Inquiry
from chaindsl.runtime.journal import Journal
from chaindsl.runtime.keeper import Keeper
from chaindsl.runtime.link import again
from chaindsl.runtime.past import Past, past_of
from chaindsl.runtime.program import Program
from chaindsl.runtime.respond import respond, step_of
from chaindsl.runtime.response import ChainStep, Explanation, Response
from chaindsl.runtime.run import Run
from chaindsl.runtime.standing import stopped_row
from chaindsl.runtime.status import Status, Stopped
from chaindsl.store.failure import Busy, KeyTaken, Stale, StoreError
from chaindsl.store.head import Head, Standing
from chaindsl.store.lease import Lease
from chaindsl.store.owner import me
from chaindsl.store.row import Row
from chaindsl.store.store import Store
from chaindsl.trace.record import Record

OnStep = Callable[[ChainStep], object]


_UNDER_WAY = (Status.RUNNING, Status.WAITING, Status.FAILED, Status.OVER_BUDGET, Status.INTERRUPTED)
_MOST = 100_000
"""How many runs are looked at for ones whose process is gone."""


class Session:
    """The runs of one bound flow in one store."""

    def __init__(self, program: Program, environment: Environment, store: Store) -> None:
        self._program = program
        self._environment = environment
        self._store = store
        self._keeper = Keeper(program, environment, store)

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
    ) -> Response:
        """Begin a run and let it go as far as it goes by itself.

        The same `key` with the same values gives the first run again, as it stands; with other values it is refused
        (KeyTaken). `on_started` is told the run's id as soon as it is kept, `on_step` of each step.
        """
        journal = Journal(self._store, None, Past(), _heard(on_step))
        run = self._keeper.new(values, budget, journal)
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
    ) -> Response:
        """Take a transition that a run offers, and let it go on from there.

        With a `revision` the decision counts only for the run as it stood then. `actor` is who decides; `by` names
        the person or program, for the record. `redacted` are inputs that were not kept. Raises Refused, InputError,
        Stale, Busy.
        """
        taken_up = self.taken_up(run_id, revision, accept_change=accept_change, redacted=redacted, on_step=on_step)
        with taken_up as (run, journal):
            if transition == "retry" and run.status is not Status.WAITING:
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
    ) -> Response:
        """Go on with a run that failed, was interrupted or is over its budget, at the step where it stopped.

        `budget` says what it may spend in all, `redacted` are inputs that were not kept. Raises Refused for a run that
        stands otherwise.
        """
        taken_up = self.taken_up(run_id, revision, accept_change=accept_change, redacted=redacted, on_step=on_step)
        with taken_up as (run, journal):
            return self._retried(run, journal, budget)

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
        self._keeper.drive(run, inquiry)
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

    @contextmanager
    def taken_up(
        self,
        run_id: str,
        revision: int | None,
        *,
        accept_change: bool = False,
        redacted: Mapping[str, Any] | None = None,
        on_step: OnStep | None = None,
    ) -> Iterator[tuple[Run, Journal]]:
        """Claim a run and bring it to where it stood."""
        self._own(run_id)
        lease = self._store.claim(run_id, me(), revision=revision, alive=self._at_work)
        with self._held(lease):
            head = self._store.head(run_id)
            yield self._keeper.restored(
                head, lease, _heard(on_step), accept_change=accept_change, redacted=redacted or {}
            )

    @contextmanager
    def _held(self, lease: Lease) -> Iterator[None]:
        with HEARTBEAT.keep(self._store, lease):
            try:
                yield
            finally:
                # After a stop this does nothing; otherwise the run may be taken up by the next who comes.
                with suppress(StoreError):
                    self._store.release(lease)

    def advance(self, run: Run, journal: Journal, outcome: Any) -> Response:
        """Let a run go as far as it goes, and put it down there. Raises why a decision was refused."""
        try:
            self._keeper.drive(run, outcome)
        except BaseException as error:
            with suppress(StoreError):
                self._interrupted(run, journal, error)
            raise
        if run.refusal is not None:
            raise run.refusal
        return self._put_down(run, journal)

    def _interrupted(self, run: Run, journal: Journal, error: BaseException) -> None:
        """Put a run down that something from outside has ended: it may be taken up again where it was."""
        said = str(error) or type(error).__name__
        run.status, run.stopped = Status.INTERRUPTED, Stopped.INTERRUPTED
        run.error = ChainError("interrupted", f"the run was interrupted: {said}", run.id, None, "retry it to go on")
        run.links = (again(run.id),)
        self._put_down(run, journal)

    def _put_down(self, run: Run, journal: Journal) -> Response:
        assert journal.lease is not None
        run.revision += 1
        rows = [*journal.waiting_rows(), stopped_row(run, journal)]
        standing = Standing(run.status, str(run.stopped), run.state)
        return self._response(self._store.stop(journal.lease, rows, standing))

    def _own(self, run_id: str) -> Head:
        head = self._store.head(run_id)
        if head.flow != self._program.name:
            message = f"run {run_id} is one of {head.flow}, and not of {self._program.name}"
            raise Refused("other-flow", message, run_id)
        return head

    def _response(self, head: Head) -> Response:
        return respond(head, tuple(self._store.rows(head.id)), alive=self._at_work(head))

    def _overdue(self, head: Head) -> bool:
        state = self._program.state(head.state)
        if head.status != Status.WAITING or state is None or not isinstance(state.timeout, int | float):
            return False
        if state.on_timeout is None:
            return False
        past = past_of(self._store.rows(head.id))
        return past.resting and self._now() - past.ended >= state.timeout

    def _at_work(self, head: Head) -> bool:
        return at_work(head, self._now())

    def _now(self) -> float:
        return self._environment.now().timestamp()


def _heard(on_step: OnStep | None) -> Callable[[Record, int], object] | None:
    if on_step is None:
        return None

    def heard(record: Record, number: int) -> None:
        if record.item is None:
            on_step(step_of(record))

    return heard
