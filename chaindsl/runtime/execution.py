"""What stands behind a run: its core, its clock, its account; what both drivers do before and after they drive."""

from collections.abc import Mapping
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.runtime.action import Core, Halt, Stop
from chaindsl.runtime.bridge import Bridge
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.failure import ChainError, Refused
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.journal import Journal
from chaindsl.runtime.ledger import Ledger, Limits, Spent
from chaindsl.runtime.link import NO_GUIDANCE, Offer, again
from chaindsl.runtime.program import Program
from chaindsl.runtime.run import Run
from chaindsl.runtime.secrets import mask_error
from chaindsl.runtime.standing import ending
from chaindsl.runtime.status import Status, Stopped, after_failure
from chaindsl.runtime.telling import Telling
from chaindsl.trace.event import RunBegan, RunEnded, StepEnded
from chaindsl.trace.keep import HIDDEN, plain, portable
from chaindsl.trace.opening import Opening
from chaindsl.trace.record import Record
from chaindsl.trace.scope import Scope
from chaindsl.trace.secrets import Secrets

_PAUSE = 0.001
"""Seconds that are no pause: what passes between making a run and letting it go."""


class Remains:
    """What a run that can't go on still shows."""

    def __init__(
        self, records: tuple[Record, ...], values: dict[str, Any], spent: Spent, shown: dict[str, Any]
    ) -> None:
        self.records = records
        self.shown = shown
        self._values = values
        self._spent = spent

    @property
    def values(self) -> dict[str, Any]:
        """The values as they stood."""
        return self._values

    def spent(self, *, running: bool) -> Spent:
        """What was spent."""
        return self._spent

    def remains(self, *, running: bool) -> "Remains":
        """Itself."""
        return self


class Execution:
    """A run under way. The core is suspended wherever the run stopped, and goes on from there.

    While it is `silent`, nobody is told that it begins and ends: it is brought back to where it stood.
    """

    def __init__(
        self,
        program: Program,
        values: Mapping[str, Any],
        environment: Environment,
        budget: Budget | None = None,
        *,
        run_id: str | None = None,
        journal: Journal | None = None,
        parent: Ledger | None = None,
        telling: Telling | None = None,
    ) -> None:
        accepted = program.inputs.accept(values)
        self.program = program
        self.records: list[Record] = []
        self._clock = environment.clock
        self._telling = telling
        self.silent = False
        self._since = self._clock()
        began = self._since - (0.0 if journal is None else journal.past.seconds)
        limits = Limits.of(budget, program.limits)
        self.ledger = Ledger(program.name, limits, began, parent)
        emit = self.records.append if telling is None else self._heard
        self.frame = Frame(
            run_id or environment.new_id(), Scope(program.name, began), self.ledger, self._clock, emit, Bridge()
        )
        self.frame.hears = telling if telling is not None and telling.detailed else None
        if program.recording.masks:
            self.frame.secrets = Secrets(program.known)
        if journal is not None:
            self.frame.journal = journal
            journal.secrets = self.frame.secrets
            journal.recalled = self.records.append
        program.fill(self.frame, accepted)
        self._opening = None
        if self.frame.hears is not None:
            self._opening = Opening(program.flow, environment.now(), dict(self.frame.cells), program.recording)
        self._core: Core | None = program.perform(self.frame)

    def _heard(self, record: Record) -> None:
        self.records.append(record)
        assert self._telling is not None
        self._telling.tell(StepEnded(record))
        self._telling.check()

    @property
    def values(self) -> dict[str, Any]:
        """The values as they stand."""
        return self.frame.values

    @property
    def shown(self) -> dict[str, Any]:
        """The values as they stand, as plain JSON data, without what is secret."""
        found = {key: plain(value) for key, value in self.frame.values.items()}
        secrets, redact = self.frame.secrets, self.program.recording.redact
        if secrets is None:
            return found
        return {key: repr(HIDDEN) if key in redact else secrets.data(value) for key, value in found.items()}

    def spent(self, *, running: bool) -> Spent:
        """Return what was spent; while the run stands still no time passes."""
        now = self._clock() if running else self._since
        ledger = self.ledger
        return Spent(now - ledger.began, ledger.calls, ledger.tokens, ledger.bytes)

    def remains(self, *, running: bool) -> "Remains":
        """Return what is left of it where it can't go on: in another process."""
        values = {key: portable(value) for key, value in self.frame.values.items()}
        return Remains(tuple(self.records), values, self.spent(running=running), self.shown)

    def allow(self, budget: Budget | None) -> None:
        """Give the run another budget, where one is given."""
        if budget is not None:
            self.ledger.allow(Limits.of(budget, self.ledger.limits))
            for inner in self.ledger.inner:
                inner.shift(0.0)

    def begin(self, run: Run) -> Core:
        """Let time count, and return the core to be driven. Raises Refused where a run has broken down for good."""
        if self._core is None:
            raise Refused("over", f"run {run.id} has ended for good: {run.error or run.status}", run.id)
        pause = self._clock() - self._since
        if pause > _PAUSE:
            self.ledger.shift(pause)
        run.status, run.stopped, run.error, run.refusal = Status.RUNNING, None, None, None
        if self._telling is not None and not self.silent:
            self._telling.tell(RunBegan(run.id, self.program.name, self._opening))
        return self._core

    def broken(self, run: Run, error: BaseException) -> None:
        """Something broke out of the core, a cancellation mostly: the run is over and can't go on."""
        self._since = self._clock()
        if self._core is not None:
            self._core.close()
            self._core = None
        self.mask(error if isinstance(error, ChainError) else None)
        own = isinstance(error, Exception)
        run.status, run.stopped = (Status.FAILED, Stopped.FAILURE) if own else (Status.CANCELLED, Stopped.CANCELLED)
        run.state, run.links = self.frame.state, ()
        self._ended(run)

    def _ended(self, run: Run) -> None:
        if self._telling is not None and not self.silent:
            why = None if run.stopped is None else str(run.stopped)
            error = None if run.error is None else run.error.code
            self._telling.tell(RunEnded(run.id, str(run.status), why, error, ending(run)))

    def check(self) -> None:
        """Raise what a listener raised when it was told of the run's end."""
        if self._telling is not None:
            self._telling.check()

    def stopped(self, run: Run, stop: Stop) -> Run:
        """Take note of how the core stopped and return the run. Raises what it failed with."""
        run.revision += 1
        self.noted(run, stop)
        self.check()
        failure = run.refusal or run.error
        if failure is not None:
            failure.run = run
            raise failure
        return run

    def noted(self, run: Run, stop: Stop) -> None:
        """Take note of how the core stopped, and tell of it."""
        self._since = self._clock()
        self._note(run, stop)
        self.mask(run.error, run.refusal)
        self._ended(run)

    def _note(self, run: Run, stop: Stop) -> None:
        run.state = self.frame.state
        if stop is None:
            self._core = None
            run.status, run.stopped = Status.COMPLETED, self.program.ending
            run.guidance, run.links = NO_GUIDANCE, ()
            return
        offer: Offer | None = stop.offer
        run.guidance = offer.guidance if offer else NO_GUIDANCE
        run.links = offer.links if offer and offer.links else (again(run.id),) if isinstance(stop, Halt) else ()
        if isinstance(stop, Halt):
            run.status, run.stopped = after_failure(stop.error)
            run.error = stop.error
        else:
            run.status, run.stopped = Status.WAITING, Stopped.DECISION
        run.refusal = stop.refusal

    def mask(self, *errors: ChainError | None) -> None:
        """Mask what is secret in errors, before anybody is told of them."""
        if self.frame.secrets is not None:
            for error in errors:
                if error is not None:
                    mask_error(error, self.frame.secrets)
