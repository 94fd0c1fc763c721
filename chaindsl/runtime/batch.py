"""One flow over many inputs: so many at a time, results in the order of the inputs, one budget around all of them.

Inputs are taken one by one and results handed out one by one, so that memory does not grow with their number. With a
store each input is a run that is kept: what was recorded before a crash is not done again.
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.runtime.driving import drive
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.execution import Execution
from chaindsl.runtime.failure import ChainError, InputError
from chaindsl.runtime.interruption import Interruption
from chaindsl.runtime.ledger import Ledger, Limits
from chaindsl.runtime.program import Program
from chaindsl.runtime.response import ErrorView
from chaindsl.runtime.run import Run
from chaindsl.runtime.session import Session
from chaindsl.runtime.status import Status
from chaindsl.runtime.telling import OnEvent, telling_of
from chaindsl.runtime.threads import Threads
from chaindsl.store.store import Store
from chaindsl.trace.event import Event
from chaindsl.trace.record import Record

OnEventOf = Callable[[int, Event], object]
"""Hears which input it is, and what happens in its run."""
ENOUGH = 20
"""Inputs before a failure rate says anything."""
_AHEAD = 4
"""Inputs for each worker that are begun before the first of them is handed out."""
_PUTTING_DOWN = 1.0
"""Seconds that runs which were ended may take to be put down in their store."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one input: `outputs` where the run completed, else `error`. Calls and tokens are what it spent."""

    index: int
    run: str | None
    status: str
    outputs: Mapping[str, Any] = field(default_factory=dict)
    error: ErrorView | None = None
    seconds: float = 0.0
    calls: int = 0
    tokens: int = 0

    @property
    def ok(self) -> bool:
        """Whether the flow came to its end."""
        return self.status == Status.COMPLETED


@dataclass(slots=True)
class StepSum:
    """One step over all inputs: its attempts, those that failed, fallbacks that were written, calls, seconds."""

    attempts: int = 0
    failed: int = 0
    fallbacks: int = 0
    calls: int = 0
    seconds: float = 0.0


class Batch:
    """A bound flow over inputs. `spent` is the account around all runs, `steps` sums up each step.

    `stopped` says why no more inputs are begun: the batch is over its `budget`, or more than `stop_at` of the inputs
    (a share, looked at from the twentieth on) failed. None while it goes on. `on_event` hears, with the number of the
    input, what happens in each run; what it raises comes out of the results.

    Whoever asks for no more results (closes their iterator, is interrupted, or fails) ends what is under way: model
    calls, commands and tasks are cancelled, and runs of a store are put down where they are. Only a body that waits for
    something else goes on to its end, in a thread that nobody waits for.
    """

    def __init__(
        self,
        program: Program,
        environment: Environment,
        *,
        workers: int = 4,
        budget: Budget | None = None,
        stop_at: float = 1.0,
        store: Store | None = None,
        on_event: OnEventOf | None = None,
    ) -> None:
        self._program = program
        self._on_event = on_event
        self._interruption = Interruption()
        sleep = self._interruption.sleep if environment.sleep is time.sleep else environment.sleep
        self._environment = replace(environment, interruption=self._interruption, sleep=sleep)
        self._workers = workers
        self._stop_at = stop_at
        self.spent = Ledger(f"the batch of {self._program.name}", Limits.of(budget), self._environment.clock())
        self._session = (
            None
            if store is None
            else Session(self._program, self._environment, store, parent=self.spent, on_record=self._heard)
        )
        self.steps: dict[str, StepSum] = {}
        self.done = 0
        self.failed = 0
        self.stopped: str | None = None
        self._lock = Lock()
        self._listening = Lock()

    @property
    def seconds(self) -> float:
        """How long the batch has been going on."""
        return self._environment.clock() - self.spent.began

    def results(self, inputs: Iterable[tuple[int, str, Mapping[str, Any]]]) -> Generator[Result, None, None]:
        """Yield what came of each input, in their order; once.

        An input is its index, a key that names it for good, and its values. What was begun when the batch stops is
        finished and handed out; what the budget cut short is not.
        """
        pending: deque[Future[Result]] = deque()
        threads = Threads("chaindsl-batch", self._workers)
        try:
            yield from self._handed(inputs, pending, threads)
        finally:
            for future in pending:
                future.cancel()
            self._interruption.end()
            wait(pending, _PUTTING_DOWN)
            threads.close()

    def _handed(
        self,
        inputs: Iterable[tuple[int, str, Mapping[str, Any]]],
        pending: "deque[Future[Result]]",
        threads: Threads,
    ) -> Generator[Result, None, None]:
        for index, key, values in inputs:
            if self.stopped is not None:
                break
            pending.append(threads.submit(self._one, index, key, values))
            if len(pending) >= self._workers * _AHEAD:
                yield from self._settled(pending)
        while pending:
            yield from self._settled(pending)

    def _settled(self, pending: "deque[Future[Result]]") -> Generator[Result, None, None]:
        result = pending[0].result()
        pending.popleft()
        if result.status == Status.OVER_BUDGET and self._over():
            self.stopped = self.stopped or "the budget of the batch is used up"
            return
        if result.status == Status.CANCELLED:
            return
        self.done += 1
        self.failed += not result.ok
        if self.done >= ENOUGH and self.failed > self._stop_at * self.done:
            self.stopped = self.stopped or f"{self.failed} of {self.done} inputs failed"
        yield result

    def _over(self) -> bool:
        """Whether it is the budget of the batch that is used up, and not one run's own."""
        spent, limits = self.spent, self.spent.limits
        return spent.calls >= limits.calls or spent.tokens >= limits.tokens or self.seconds > limits.seconds

    def _one(self, index: int, key: str, values: Mapping[str, Any]) -> Result:
        """One input, in a worker's thread."""
        if self.stopped is not None or self._interruption.ended:
            return Result(index, None, Status.CANCELLED)
        began = self._environment.clock()
        try:
            return self._alone(index, values, began) if self._session is None else self._kept(index, key, values, began)
        except InputError as error:
            return Result(index, None, Status.FAILED, error=_view(error))

    def _alone(self, index: int, values: Mapping[str, Any], began: float) -> Result:
        telling = telling_of(self._told(index), self._heard)
        execution = Execution(self._program, values, self._environment, telling=telling, parent=self.spent)
        run = Run(self._program, execution)
        drive(run, self._environment)
        execution.check()
        error = None if run.error is None else _view(run.error)
        spent, seconds = run.spent, self._environment.clock() - began
        return Result(index, run.id, run.status, run.outputs, error, seconds, spent.calls, spent.tokens)

    def _kept(self, index: int, key: str, values: Mapping[str, Any], began: float) -> Result:
        assert self._session is not None
        on_event = self._told(index)
        found = self._session.start(values, key=key, on_event=on_event)
        if found.status in (Status.INTERRUPTED, Status.OVER_BUDGET):
            found = self._session.retry(found.run.id, on_event=on_event)
        seconds = self._environment.clock() - began
        spent = found.spent
        return Result(index, found.run.id, found.status, found.outputs, found.error, seconds, spent.calls, spent.tokens)

    def _told(self, index: int) -> OnEvent | None:
        """What hears of one input's events, for a listener who hears of those of all, one after another."""
        listener = self._on_event
        if listener is None:
            return None

        def heard(event: Event) -> None:
            with self._listening:
                listener(index, event)

        return heard

    def _heard(self, record: Record) -> None:
        with self._lock:
            found = self.steps.setdefault(record.step, StepSum())
            found.attempts += 1
            found.failed += not record.ok
            found.fallbacks += record.details.fallback
            found.calls += record.calls
            found.seconds += record.seconds


def _view(error: ChainError) -> ErrorView:
    issue = error.issue
    return ErrorView(issue.code, issue.message, issue.subject, str(issue.place) if issue.place else None, issue.hint)
