"""A run that is led along a path: every guard, every decision and every body answers as the path wants it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chaindsl.graph.flow import Transition, Workflow
from chaindsl.graph.guarantee import Decides
from chaindsl.graph.state import Actor
from chaindsl.graph.unknown import known
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.status import Status
from tests.analyzer.facts.journeys_at_random import Hop, Point
from tests.laws.stage import Played, Stage
from tests.runtime.world import World


@dataclass
class Along:
    """Leads runs of a workflow that `machines` wrote."""

    stage: Stage
    start: Point
    hops: Sequence[Hop]
    done: int = 0

    def play(self) -> Played:
        """Run to the end of the path, or to where the run stops before."""
        self.stage.module.produce = self.produce
        runner = Runner(self.stage.flow.definition, {}, environment=World().environment)
        run = runner.begin({"n": self.start.n, "b": self.start.b})
        decided = 0
        try:
            runner.proceed(run)
            while run.status is Status.WAITING and self.done < len(self.hops):
                decided += 1
                # A person takes an agent's links where nobody asked for a person's decision: both may.
                others = self._wanted.actor is Actor.AGENT and "human" not in self._trusted
                runner.submit(run, str(self._wanted.name), actor="human" if others else str(self._wanted.actor))
        except ChainError as error:
            return Played(run, error, decided)
        return Played(run, None, decided)

    @property
    def _trusted(self) -> set[object]:
        guarantees = known(self.stage.flow.graph.guarantees, ())
        return {guarantee.actor for guarantee in guarantees if isinstance(guarantee, Decides)}

    @property
    def _wanted(self) -> Transition:
        body = self.stage.flow.graph.body
        assert isinstance(body, Workflow)
        return body.transitions[self.hops[self.done].transition]

    def produce(self, name: str, model: Any = None, *given: Any) -> Any:
        """Answer a guard, or be the work of the next transition on the path."""
        if self.done >= len(self.hops):
            return False
        if name.startswith("sure_"):
            return name == f"sure_{self.hops[self.done].transition}"
        hop, wanted = self.hops[self.done], self._wanted
        assert name == wanted.name
        self.done += 1
        if not hop.done:
            raise ValueError("fails here")
        writes = wanted.work.writes if wanted.work else None
        return {"n": hop.target.n, "b": hop.target.b}.get(str(writes))
