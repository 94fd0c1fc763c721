"""The most a part of a flow can cost: the sum over parts in a row, the largest over branches, times a loop's rounds."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from analyzer.facts.bounds import NOTHING, Bound, Reason, largest, one, times, total
from analyzer.facts.contract import name_of
from analyzer.facts.measures import Count, Measure
from chaindsl.graph.flow import Branch, Flow, Hole, Nested, Parallel, Part, Repeat, Transition
from chaindsl.graph.place import Place
from chaindsl.graph.step import Each, Step
from chaindsl.graph.unknown import Unknown, known
from chaindsl.graph.walk import flow_steps, nested_flows, parts_within

Items = Callable[[Step], tuple[Count, Reason | None]]
"""How many items an `each` step may run over."""


@dataclass(frozen=True)
class Costs:
    """Costs in one measure. `items` sizes `each` steps, `inner` is what a flow inside this one costs."""

    measure: Measure
    items: Items
    inner: Callable[[Flow], Bound]

    def sequence(self, parts: Iterable[Part]) -> Bound:
        """Return what parts in a row cost."""
        return total(self.part(part) for part in parts)

    def part(self, part: Part) -> Bound:
        """Return what one part of a chain costs."""
        match part:
            case Step():
                return self.step(part)
            case Nested():
                return self.flow(part.flow, part.place)
            case Branch():
                return self._branch(part)
            case Repeat():
                reason = Reason("the limit of this loop is not known", part.place)
                return times(known(part.limit, None), self.sequence(part.parts), reason, tight=_full(part))
            case Parallel():
                return self.measure.parallel(self.part(inner) for inner in part.parts)
            case Hole():
                return not_known("a part that can't be followed", part.place)

    def step(self, step: Step) -> Bound:
        """Return what a step costs."""
        items, reason = (1, None) if step.each is None else self.items(step)
        return self.measure.step(step, items, reason)

    def flow(self, flow: Flow, place: Place | None) -> Bound:
        """Return what a flow inside this one costs: no more than its own budget."""
        found, budget = self.inner(flow), self.measure.budgeted(flow.budget)
        if budget is None or found.most == 0:
            return found
        if budget != math.inf and (found.most is None or budget < found.most):
            return replace(one(f"{name_of(flow.name)} (its budget)", (budget,)), tight=False)
        if found.finite:
            return replace(one(name_of(flow.name), (found.most,)), tight=found.tight)
        return found

    def _branch(self, part: Branch) -> Bound:
        if isinstance(part.routes, Unknown):
            return not_known("routes that can't be followed", part.place)
        routes = [self.sequence(route.parts) for route in part.routes]
        return largest([*routes, self.sequence(part.otherwise or ())])

    def transition(self, transition: Transition) -> Bound:
        """Return what taking a transition once costs."""
        runs = transition.runs
        if isinstance(runs, Unknown):
            return not_known("a flow that can't be followed", transition.place)
        if runs is None:
            return NOTHING if transition.work is None else self.step(transition.work)
        attempts = 1 if transition.work is None else known(transition.work.attempts.most, None)
        return times(attempts, self.flow(runs, transition.place), Reason("its attempts are not known"))


def _full(part: Repeat) -> bool:
    """Whether a loop can end well after all its rounds, so that what follows can cost as much as it may."""
    last = part.parts[-1] if part.parts else None
    if any(
        isinstance(inner, Repeat) and inner.until == part.until for inner in parts_within(part) if inner is not part
    ):
        return False
    return part.exhausted == "continue" or (isinstance(last, Step) and last.writes == part.until)


def lists_free(flow: Flow) -> bool:
    """Whether lists may be as long as they can be: no step that fails over a longer one stands beside other `each`."""
    found = [step.each for step in _steps(flow) if step.each is not None]
    return len(found) < 2 or all(isinstance(each, Each) and each.overflow == "cut" for each in found)


def _steps(flow: Flow) -> Iterable[Step]:
    yield from flow_steps(flow)
    for inner in nested_flows(flow):
        yield from _steps(inner)


def not_known(what: str, place: Place | None) -> Bound:
    """Return the bound of something that can't be followed."""
    return one(what, (None,), Reason(what, place))
