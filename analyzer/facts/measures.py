"""What one step costs at most: model calls, and seconds. The two ways of counting that bounds are made with."""

import math
from collections.abc import Iterable
from typing import Protocol

from analyzer.facts.bounds import Bound, Reason, largest, one, total
from analyzer.facts.contract import name_of
from chaindsl.graph.budget import Budget
from chaindsl.graph.step import Each, Step, ToolKind
from chaindsl.graph.unknown import Maybe, Unknown, known

Count = float | None
"""A number, infinity, or None for not known."""


class Measure(Protocol):
    """One way of counting."""

    unit: str

    def step(self, step: Step, items: Count, reason: Reason | None) -> Bound:
        """Return what all attempts of a step cost at most, for this many items; `reason` says why there are so many."""

    def parallel(self, parts: Iterable[Bound]) -> Bound:
        """Return what parts side by side cost."""

    def budgeted(self, budget: Maybe[Budget | None]) -> Count:
        """Return what a flow's own budget lets it spend: infinity without one."""


def calls_of_attempt(step: Step) -> Count:
    """Return the most model calls of one attempt (for one item): the cap that the runtime enforces."""
    kinds = {tool.kind for tool in step.tools if isinstance(tool.kind, ToolKind)}
    if ToolKind.MODEL not in kinds:
        return None if any(isinstance(tool.kind, Unknown) for tool in step.tools) else 0
    if isinstance(step.max_calls, Unknown):
        return None
    return 1 if step.max_calls is None else step.max_calls


def _attempts(step: Step) -> Count:
    return known(step.attempts.most, None)


class Calls:
    """Model calls: calls × attempts × items."""

    unit = "calls"

    def step(self, step: Step, items: Count, reason: Reason | None) -> Bound:
        """Only the failed items of an `each` step are tried again, so every item has all attempts."""
        calls = calls_of_attempt(step)
        if calls == 0:
            return one("", (0,))
        factors: list[Count] = [calls, _attempts(step)]
        if step.each is not None:
            factors.append(items)
        return one(name_of(step.name), factors, reason or Reason(f"`{name_of(step.name)}` can't be read", step.place))

    def parallel(self, parts: Iterable[Bound]) -> Bound:
        """All calls count."""
        return total(parts)

    def budgeted(self, budget: Maybe[Budget | None]) -> Count:
        """The meter refuses the call after these."""
        return _limit(budget, "calls")


class Seconds:
    """Seconds that time-outs and waits between attempts allow; a step without a time-out counts its waits only."""

    unit = "seconds"

    def step(self, step: Step, items: Count, reason: Reason | None) -> Bound:
        """Workers take a share of the items each."""
        most, backoff, timeout = _attempts(step), known(step.attempts.backoff, None), known(step.attempts.timeout, 0.0)
        if most is None or backoff is None:
            return one(name_of(step.name), (None,), Reason(f"`{name_of(step.name)}` can't be read", step.place))
        waits = backoff * most * (most - 1) / 2
        seconds = (timeout or 0.0) * most + waits
        rounds = _rounds(step.each, items) if isinstance(step.each, Each) else 1
        return one(name_of(step.name), (seconds,) if rounds == 1 else (seconds, rounds), reason)

    def parallel(self, parts: Iterable[Bound]) -> Bound:
        """The slowest part decides."""
        return largest(parts)

    def budgeted(self, budget: Maybe[Budget | None]) -> Count:
        """Seconds of a nested flow end with its own budget."""
        return _limit(budget, "seconds")


def _rounds(each: Each, items: Count) -> Count:
    workers = known(each.workers, None)
    if items is None or workers is None:
        return None
    return items if items == math.inf else math.ceil(items / max(workers, 1))


def _limit(budget: Maybe[Budget | None], name: str) -> Count:
    if isinstance(budget, Unknown):
        return None
    limit = getattr(budget, name, None)
    return None if isinstance(limit, Unknown) else math.inf if limit is None else limit
