"""A flow bound to its tools: every way to run it."""

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, overload

from chaindsl.errors import FlowError
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Flow
from chaindsl.graph.state import Actor
from chaindsl.runtime.binding import bind, unknown_keys
from chaindsl.runtime.blocking import Blocking
from chaindsl.runtime.cooperative import Cooperative
from chaindsl.runtime.deciding import REPAIRABLE, decided, expect
from chaindsl.runtime.decision import Decision
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.execution import Execution
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.kept_runs import KeptRuns
from chaindsl.runtime.records import Records, as_made
from chaindsl.runtime.response import Response
from chaindsl.runtime.run import Run
from chaindsl.runtime.secrets import known_to, searching
from chaindsl.runtime.status import Status
from chaindsl.runtime.telling import OnEvent, OnRecord, telling_of
from chaindsl.store.store import Store
from chaindsl.trace.record import Record
from chaindsl.trace.recording import Recording

Choice = tuple[str, Mapping[str, Any]]
_PATIENCE = 3


class Runner(KeptRuns):
    """A flow with its tools. Raises FlowError for every tool that is missing or unknown.

    All ways to run it raise ChainError, with the run and its trace, when the run fails.
    """

    def __init__(
        self,
        definition: Definition,
        tools: Mapping[str, Any],
        *,
        environment: Environment | None = None,
        recording: Recording | None = None,
        store: Store | None = None,
    ) -> None:
        self._definition = definition
        self._tools = dict(tools)
        environment = environment or Environment()
        known = known_to(tools)
        self._recording = searching(definition, recording or Recording(), known)
        program = bind(definition, tools, self._recording)
        program.known = known
        super().__init__(program, environment, store)

    @property
    def graph(self) -> Flow:
        """The graph that runs."""
        return self._definition.graph

    def configured(
        self,
        *,
        environment: Environment | None = None,
        redact: Iterable[str] | None = None,
        cap: int | None = None,
        store: Store | None = None,
    ) -> "Runner":
        """Return the same runner with another environment, keys whose values no record shows, another cap, or a store.

        `cap` is how many characters of a value a record keeps. Without a `store` the runs that are started live as
        long as the runner. Raises FlowError for a key that the flow does not have.
        """
        kept = self._recording
        hidden = kept.redact if redact is None else frozenset((redact,) if isinstance(redact, str) else redact)
        if issues := unknown_keys(self._definition, hidden):
            raise FlowError(issues)
        recording = Recording(hidden, kept.cap if cap is None else cap)
        chosen = environment or self._environment
        place = self._store if store is None else store
        return Runner(self._definition, self._tools, environment=chosen, recording=recording, store=place)

    def run(
        self,
        values: Mapping[str, Any],
        *,
        budget: Budget | None = None,
        on_record: OnRecord | None = None,
        on_event: OnEvent | None = None,
    ) -> Run:
        """Run to the end, a decision, or a failure. `budget` replaces the flow's own where it says something.

        `on_record` hears of each record, `on_event` of all that happens (`chaindsl.trace.event`), one after another,
        though not always in this thread. What they raise ends the run.
        """
        return self._drive(self.begin(values, budget=budget, on_record=on_record, on_event=on_event))

    async def arun(
        self,
        values: Mapping[str, Any],
        *,
        budget: Budget | None = None,
        on_record: OnRecord | None = None,
        on_event: OnEvent | None = None,
    ) -> Run:
        """Run like `run`, on the running event loop; cancelling the task ends the run as cancelled."""
        return await self._adrive(self.begin(values, budget=budget, on_record=on_record, on_event=on_event))

    def iter(
        self,
        values: Mapping[str, Any],
        *,
        budget: Budget | None = None,
        on_record: OnRecord | None = None,
        on_event: OnEvent | None = None,
    ) -> Records:
        """Run like `run`, handing out each record as soon as it is there."""
        run = self.begin(values, budget=budget, on_record=on_record, on_event=on_event)
        return Records(run, self._records(run))

    def begin(
        self,
        values: Mapping[str, Any],
        *,
        budget: Budget | None = None,
        on_record: OnRecord | None = None,
        on_event: OnEvent | None = None,
    ) -> Run:
        """Return a run that has not taken a step yet; `proceed` or `aproceed` let it go. Raises InputError."""
        there = self._environment
        telling = telling_of(on_event, on_record)
        return Run(self._program, Execution(self._program, values, there, budget, telling=telling))

    def proceed(self, run: Run) -> Run:
        """Let a run go that was begun."""
        expect(run, Status.RUNNING)
        return self._drive(run)

    async def aproceed(self, run: Run) -> Run:
        """Let a run go that was begun, asynchronously."""
        expect(run, Status.RUNNING)
        return await self._adrive(run)

    @overload
    def retry(self, run: Run, *, budget: Budget | None = None) -> Run: ...
    @overload
    def retry(
        self, run: str, *, budget: Budget | None = None, redacted: Mapping[str, Any] | None = None
    ) -> Response: ...
    def retry(
        self, run: Run | str, *, budget: Budget | None = None, redacted: Mapping[str, Any] | None = None
    ) -> Run | Response:
        """Go on with a run that failed, at the step where it stopped; `budget` says what it may spend in all.

        A run that was started is named by its id, and answered with how it stands then; `redacted` are its inputs that
        were not kept.
        """
        if isinstance(run, str):
            return self.session.retry(run, budget=budget, redacted=redacted)
        expect(run, *REPAIRABLE)
        run.execution.allow(budget)
        return self._drive(run)

    async def aretry(self, run: Run, *, budget: Budget | None = None) -> Run:
        """Go on with a run that failed, asynchronously."""
        expect(run, *REPAIRABLE)
        run.execution.allow(budget)
        return await self._adrive(run)

    @overload
    def submit(
        self,
        run: Run,
        transition: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        actor: Actor | str = Actor.AGENT,
        budget: Budget | None = None,
    ) -> Run: ...
    @overload
    def submit(
        self,
        run: str,
        transition: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        actor: Actor | str = Actor.AGENT,
        revision: int | None = None,
        by: str | None = None,
    ) -> Response: ...
    def submit(
        self,
        run: Run | str,
        transition: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        actor: Actor | str = Actor.AGENT,
        budget: Budget | None = None,
        revision: int | None = None,
        by: str | None = None,
    ) -> Run | Response:
        """Take a transition that a waiting run offers, and run on from there.

        A run that was started is named by its id, and answered with how it stands then; with a `revision` the
        decision counts only for the run as it stood then, and `by` names who decided, for the record. Raises Refused
        or InputError, and the run waits as before, when the transition may not be taken so.
        """
        if isinstance(run, str):
            return self.session.submit(run, transition, arguments, revision=revision, actor=actor, by=by)
        return self._drive(run, self._decision(run, transition, arguments, actor, budget))

    async def asubmit(
        self,
        run: Run,
        transition: str,
        arguments: Mapping[str, Any] | None = None,
        *,
        actor: Actor | str = Actor.AGENT,
        budget: Budget | None = None,
    ) -> Run:
        """Take a transition, asynchronously."""
        return await self._adrive(run, self._decision(run, transition, arguments, actor, budget))

    def drive(
        self,
        values: Mapping[str, Any],
        choose: Callable[[Run], Choice],
        *,
        actor: Actor | str = Actor.AGENT,
        budget: Budget | None = None,
        on_record: OnRecord | None = None,
        on_event: OnEvent | None = None,
    ) -> Run:
        """Run to the end: at each decision `choose` is asked for a transition and its arguments.

        A choice that is refused is asked for again, the reason in `run.refusal`, at most three times in a row.
        """
        run = self.run(values, budget=budget, on_record=on_record, on_event=on_event)
        refused = 0
        while run.status is Status.WAITING:
            transition, arguments = choose(run)
            try:
                run = self.submit(run, transition, arguments, actor=actor)
                refused = 0
            except ChainError as error:
                refused += 1
                if run.refusal is not error or refused >= _PATIENCE:
                    raise
        return run

    def _decision(
        self,
        run: Run,
        transition: str,
        arguments: Mapping[str, Any] | None,
        actor: Actor | str,
        budget: Budget | None,
    ) -> Decision:
        decision = decided(run, transition, arguments, actor)
        run.execution.allow(budget)
        return decision

    def _drive(self, run: Run, outcome: Any = None) -> Run:
        execution: Execution = run.execution
        driver = Blocking(self._environment, execution.frame.bridge)
        try:
            stop = driver.drive(execution.begin(run), outcome)
        except BaseException as error:
            execution.broken(run, error)
            raise
        finally:
            driver.close()
        return execution.stopped(run, stop)

    async def _adrive(self, run: Run, outcome: Any = None) -> Run:
        execution: Execution = run.execution
        driver = Cooperative(self._environment, execution.frame.bridge)
        try:
            stop = await driver.drive(execution.begin(run), outcome)
        except BaseException as error:
            execution.broken(run, error)
            raise
        finally:
            driver.close()
        return execution.stopped(run, stop)

    def _records(self, run: Run) -> Generator[Record, None, None]:
        execution: Execution = run.execution
        driver = Blocking(self._environment, execution.frame.bridge)
        try:
            stop = yield from as_made(driver.steps(execution.begin(run)), execution.records)
        except BaseException as error:
            execution.broken(run, error)
            raise
        finally:
            driver.close()
        execution.stopped(run, stop)
