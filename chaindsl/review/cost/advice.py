"""What one more attempt, or a validator that notices every wrong value, buys at each step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer.facts.contract import name_of
from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.step import Step
from chaindsl.review.cost.attempts import Odds, is_right
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.rates import Rates, computed
from chaindsl.review.cost.spread import Amount

_NOTHING = 1e-6
MOST_STEPS = 40
"""Of more steps only those that are least often right are looked at: the others have less to gain."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One change to one step: what the chance of a right run gains by it, and what it costs in calls."""

    step: str
    change: str
    gain: float
    calls: Amount


def advice(facts: FlowFacts, rates: Rates, steps: Sequence[tuple[str, Step]]) -> list[Advice]:
    """Return every change that gains something, the best first; `steps` are those to look at, with their flows."""
    now = FlowCost(facts, rates)
    found = []
    weakest = sorted(steps, key=lambda pair: _right(pair[0], pair[1], rates))[:MOST_STEPS]
    for flow, step in weakest:
        for change, changed in _changes(flow, step, rates):
            then = FlowCost(facts, changed)
            gain = then.right - now.right
            if gain > _NOTHING:
                before, after = now.likely_calls, then.likely_calls
                calls = None if before is None or after is None else after - before
                found.append(Advice(name_of(step.name), change, gain, calls))
    return sorted(found, key=lambda one: (-round(one.gain, 12), one.step, one.change))


def _right(flow: str, step: Step, rates: Rates) -> float:
    """The chance that a step's value is right, with its attempts."""
    most = rates.most_attempts(flow, step)
    return is_right(rates.of(flow, step).odds, 1 if most is None else most)


def _changes(flow: str, step: Step, rates: Rates) -> list[tuple[str, Rates]]:
    told, most = rates.of(flow, step), rates.most_attempts(flow, step)
    key, odds = (flow, name_of(step.name)), told.odds
    found = []
    # What is computed comes out the same the next time, unless the table says that it does not.
    again = not computed(step) or told.source == "table"
    if most is not None and odds.success < 1 and again:
        more = {**rates.attempts, key: most + 1}
        found.append((f"{most + 1} attempts instead of {most}", replace(rates, attempts=more)))
    if odds.noticed < 1 and odds.success < 1:
        checked = {**rates.adjusted, key: Odds(odds.success, 1.0)}
        found.append(("a validator that notices every wrong value", replace(rates, adjusted=checked)))
    return found
