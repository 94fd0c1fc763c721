"""What stands behind a run: its core, its clock, its account; what both drivers do before and after they drive."""

from collections.abc import Callable, Mapping
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import FlowKind
from chaindsl.runtime.action import Core, Halt, Stop, Wait
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.ledger import Ledger, Limits, Spent
from chaindsl.runtime.link import NO_GUIDANCE, Offer
from chaindsl.runtime.program import Program
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status, Stopped, after_failure
from chaindsl.trace.record import Record
from chaindsl.trace.scope import Scope

Listener = Callable[[Record], object]


class Execution:
    """A run under way. The core is suspended wherever the run stopped, and goes on from there."""

    def __init__(
        self,
        program: Program,
        values: Mapping[str, Any],
        environment: Environment,
        budget: Budget | None = None,
        listener: Listener | None = None,
    ) -> None:
        accepted = program.inputs.accept(values)
        self.program = program
        self.records: list[Record] = []
        self._clock = environment.clock
        self._listener = listener
        self._since = self._clock()
        limits = Limits.of(budget, program.limits)
        self.ledger = Ledger(program.name, limits, self._since)
        emit = self.records.append if listener is None else self._heard
        self.frame = Frame(environment.new_id(), Scope(program.name, self._since), self.ledger, self._clock, emit)
        program.fill(self.frame, accepted)
        self.core: Core = program.perform(self.frame)
        self.run = Run(self.frame.run_id, program.flow, program.shape, program.outputs, self)

    def _heard(self, record: Record) -> None:
        self.records.append(record)
        if self._listener is not None:
            self._listener(record)

    def spent(self) -> Spent:
        """Return what was spent; while the run stands still no time passes."""
        now = self._clock() if self.run.status is Status.RUNNING else self._since
        ledger = self.ledger
        return Spent(now - ledger.began, ledger.calls, ledger.tokens, ledger.bytes)

    def allow(self, budget: Budget | None) -> None:
        """Give the run another budget, where one is given."""
        if budget is not None:
            self.ledger.allow(Limits.of(budget, self.ledger.limits))
            for inner in self.ledger.inner:
                inner.shift(0.0)

    def __enter__(self) -> Core:
        """Let time count until the core stops."""
        self.ledger.shift(self._clock() - self._since)
        run = self.run
        run.status, run.stopped, run.error, run.refusal = Status.RUNNING, None, None, None
        return self.core

    def __exit__(self, kind: object, error: BaseException | None, where: object) -> None:
        """Stop the clock. What breaks out of the core ends the run as cancelled, and goes on its way."""
        self._since = self._clock()
        if error is not None:
            self.core.close()
            self.run.status, self.run.stopped, self.run.links = Status.CANCELLED, Stopped.CANCELLED, ()

    def stopped(self, stop: Stop) -> Run:
        """Take note of how the core stopped and return the run. Raises what it failed with."""
        run = self.run
        run.revision += 1
        match stop:
            case Halt(error, offer):
                run.status, run.stopped = after_failure(error)
                run.error = error
                error.run = run
                self._offer(offer)
                raise error
            case Wait(offer, refusal):
                run.status, run.stopped, run.refusal = Status.WAITING, Stopped.DECISION, refusal
                self._offer(offer)
                if refusal is not None:
                    refusal.run = run
                    raise refusal
            case None:
                final = self.program.flow.kind is FlowKind.WORKFLOW
                run.status, run.stopped = Status.COMPLETED, Stopped.FINAL if final else Stopped.END
                self._offer(stop)
        return run

    def _offer(self, offer: Offer | None) -> None:
        run = self.run
        run.guidance = offer.guidance if offer else NO_GUIDANCE
        run.links = offer.links if offer else ()
