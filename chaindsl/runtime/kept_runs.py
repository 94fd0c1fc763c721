"""The runs of a bound flow that are kept in a store, as its runner shows them."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.runtime.approvals import Approvals
from chaindsl.runtime.batch import Batch, OnEventOf, Result
from chaindsl.runtime.engine import Engine
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.program import Program
from chaindsl.runtime.response import Explanation, Response
from chaindsl.runtime.session import Session
from chaindsl.runtime.taking_up import OnStep
from chaindsl.runtime.telling import OnEvent
from chaindsl.store.store import Store


class KeptRuns:
    """A program with a place for its runs; without a store they live as long as this object."""

    def __init__(self, program: Program, environment: Environment, store: Store | None) -> None:
        self._program = program
        self._environment = environment
        self._store = store

    @cached_property
    def store(self) -> Store:
        """Where the runs are kept."""
        if self._store is not None:
            return self._store
        # A store that nobody named is needed by few runners, and its modules by none of the others.
        from chaindsl.store.memory import MemoryStore  # noqa: PLC0415

        return MemoryStore()

    @cached_property
    def session(self) -> Session:
        """The runs of this flow that are kept in the runner's store."""
        return Session(self._program, self._environment, self.store)

    @cached_property
    def approvals(self) -> Approvals:
        """What people are asked about these runs."""
        return Approvals(self.session, self.store, self._environment)

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
        """Begin a run that is kept in the store, and let it go as far as it goes by itself: see `Session.start`."""
        return self.session.start(
            values, key=key, budget=budget, on_started=on_started, on_step=on_step, on_event=on_event
        )

    def batch(
        self,
        *,
        workers: int = 4,
        budget: Budget | None = None,
        stop_at: float = 1.0,
        engine: Engine | None = None,
        on_event: OnEventOf | None = None,
    ) -> Batch:
        """Return a batch of this flow, whose runs are kept where the runner has a store: see `Batch`."""
        there = self._environment if engine is None else replace(self._environment, engine=engine)
        return Batch(
            self._program,
            there,
            workers=workers,
            budget=budget,
            stop_at=stop_at,
            store=self._store,
            on_event=on_event,
        )

    def map(
        self,
        inputs: Iterable[Mapping[str, Any]],
        *,
        workers: int = 4,
        budget: Budget | None = None,
        stop_at: float = 1.0,
        engine: Engine | None = None,
        on_event: OnEventOf | None = None,
    ) -> Generator[Result, None, None]:
        """Run the flow for each of the inputs, `workers` at a time, and yield what came of each, in their order.

        `budget` is one for all of them. When it is used up, or more than the share `stop_at` of the inputs failed, no
        more are begun. With a store a run is kept under the number of its input, so the inputs must be the same then.
        Closing what is returned ends what is under way: see `Batch`. An `engine` calls the bodies of steps elsewhere.
        `on_event` hears the number of an input and what happens in its run, one after another.
        """
        numbered = ((index, f"input {index}", values) for index, values in enumerate(inputs))
        batch = self.batch(workers=workers, budget=budget, stop_at=stop_at, engine=engine, on_event=on_event)
        return batch.results(numbered)

    def fork(self, run_id: str, start: str, values: Mapping[str, Any] | None = None) -> Response:
        """Begin a run in the middle of another one: see `Session.fork`."""
        return self.session.fork(run_id, start, values)

    def get(self, run_id: str) -> Response:
        """Return how a run stands that was started."""
        return self.session.get(run_id)

    def explain(self, run_id: str, transition: str) -> Explanation:
        """Say whether a run that was started can take a transition now, and if not why."""
        return self.session.explain(run_id, transition)

    def cancel(self, run_id: str) -> Response:
        """End a run that was started, for good."""
        return self.session.cancel(run_id)

    def recover(self) -> int:
        """Take up every started run whose process is gone, and return how many were."""
        return self.session.recover()
