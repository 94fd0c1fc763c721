"""The most of any unit as a bound of the analyzer, so that its own search finds the dearest way of a workflow."""

from collections.abc import Callable, Iterable, Iterator

from analyzer.facts.bounds import Bound, Reason, largest, one, total
from analyzer.facts.contract import name_of
from analyzer.facts.measures import Count
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Flow
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Maybe, Unknown
from chaindsl.graph.walk import flow_steps, nested_flows
from chaindsl.review.cost.spread import Spread

StepMost = Callable[[Step, Spread], float | None]


class Most:
    """Counts one unit: what `step` says of a step for so many items."""

    def __init__(self, unit: str, step: StepMost) -> None:
        self.unit = unit
        self._step = step

    def step(self, step: Step, items: Count, reason: Reason | None) -> Bound:
        """Return what all attempts of a step cost at most."""
        most = self._step(step, Spread(0, None, items))
        why = reason or Reason(f"`{name_of(step.name)}` does not say", step.place)
        return one(name_of(step.name), (most,), why)

    def parallel(self, parts: Iterable[Bound]) -> Bound:
        """Side by side only time is saved."""
        return largest(parts) if self.unit == "seconds" else total(parts)

    def budgeted(self, budget: Maybe[Budget | None]) -> Count:
        """Return what a flow's own budget lets it spend: infinity where it says nothing of the unit."""
        if isinstance(budget, Unknown):
            return None
        limit = getattr(budget, self.unit, None)
        return float(limit) if isinstance(limit, int | float) else float("inf")


def owners(flow: Flow) -> dict[int, str]:
    """Return the name of the flow that each step is of, by the step's identity."""
    return {id(step): name for name, step in _owned(flow)}


def _owned(flow: Flow) -> Iterator[tuple[str, Step]]:
    yield from ((name_of(flow.name), step) for step in flow_steps(flow))
    for inner in nested_flows(flow):
        yield from _owned(inner)
