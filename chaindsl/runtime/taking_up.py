"""Takes a run of a store up, lets it go as far as it goes, and puts it down again, whatever happens meanwhile."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from chaindsl.runtime.driving import drive
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.failure import ChainError, Refused
from chaindsl.runtime.heartbeat import HEARTBEAT, at_work
from chaindsl.runtime.journal import Journal
from chaindsl.runtime.keeper import Keeper
from chaindsl.runtime.ledger import Ledger
from chaindsl.runtime.link import again
from chaindsl.runtime.program import Program
from chaindsl.runtime.respond import respond, step_of
from chaindsl.runtime.response import ChainStep, Response
from chaindsl.runtime.run import Run
from chaindsl.runtime.standing import stopped_row
from chaindsl.runtime.status import Status, Stopped
from chaindsl.runtime.telling import OnEvent, OnRecord, Telling, telling_of
from chaindsl.store.failure import StoreError
from chaindsl.store.head import Head, Standing
from chaindsl.store.lease import Lease
from chaindsl.store.owner import me
from chaindsl.store.store import Store
from chaindsl.trace.record import Record

OnStep = Callable[[ChainStep], object]


class TakingUp:
    """One bound flow and one store. `parent` is an account around all runs, `on_record` hears of every record."""

    def __init__(
        self,
        program: Program,
        environment: Environment,
        store: Store,
        *,
        parent: Ledger | None = None,
        on_record: OnRecord | None = None,
    ) -> None:
        self._program = program
        self._environment = environment
        self._store = store
        self._keeper = Keeper(program, environment, store, parent)
        self._on_record = on_record

    @contextmanager
    def taken_up(
        self,
        run_id: str,
        revision: int | None,
        *,
        accept_change: bool = False,
        redacted: Mapping[str, Any] | None = None,
        on_step: OnStep | None = None,
        on_event: OnEvent | None = None,
    ) -> Iterator[tuple[Run, Journal]]:
        """Claim a run and bring it to where it stood. Raises Refused for one that was cancelled."""
        self._own(run_id)
        lease = self._store.claim(run_id, me(), revision=revision, alive=self._at_work)
        with self._held(lease):
            head = self._store.head(run_id)
            if head.status == Status.CANCELLED:
                # Bringing it to where it stood would try again what had failed there.
                raise Refused("wrong-status", f"run {run_id} is {head.status}, and does not go on", run_id)
            telling = self._telling(on_step, on_event)
            yield self._keeper.restored(head, lease, telling, accept_change=accept_change, redacted=redacted or {})

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
            drive(run, self._environment, outcome)
        except BaseException as error:
            with suppress(StoreError):
                self._interrupted(run, journal, error)
            raise
        if run.refusal is not None:
            raise run.refusal
        response = self._put_down(run, journal)
        run.execution.check()
        return response

    def _interrupted(self, run: Run, journal: Journal, error: BaseException) -> None:
        """Put a run down that something from outside has ended: it may be taken up again where it was."""
        said = str(error) or type(error).__name__
        run.status, run.stopped = Status.INTERRUPTED, Stopped.INTERRUPTED
        run.error = ChainError("interrupted", f"the run was interrupted: {said}", run.id, None, "retry it to go on")
        run.execution.mask(run.error)
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

    def _at_work(self, head: Head) -> bool:
        return at_work(head, self._now())

    def _now(self) -> float:
        return self._environment.now().timestamp()

    def _telling(self, on_step: OnStep | None, on_event: OnEvent | None) -> Telling | None:
        """What tells those who listen; None for nobody."""
        return telling_of(on_event, self._on_record, None if on_step is None else _steps_to(on_step))


def _steps_to(on_step: OnStep) -> OnRecord:
    def heard(record: Record) -> None:
        if record.item is None:
            on_step(step_of(record))

    return heard
