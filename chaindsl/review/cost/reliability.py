"""How likely a whole flow is to end with right values, and what each step must do for that.

Attempts and steps are taken to be independent: what makes one wrong makes no other wrong. Where one model, one outage
or one odd input spoils several, the whole is more likely to succeed than this says, and retries buy less.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.rates import Rates

ASSUMPTION = "attempts and steps fail independently of each other"
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Reliability:
    """Chances of a run that ends with right values, under some rates.

    `once` is that of a single attempt at each step, `declared` that with the attempts that the flow declares, `twice`
    that of running the whole chain again when a single attempt at each step failed. `needed` and `needed_declared` are
    the rates that each of the `steps` that may fail needs for `target`, None where no rate is enough.
    """

    steps: int
    once: float
    declared: float
    twice: float
    completes: float
    target: float
    needed: float | None
    needed_declared: float | None


def reliability(facts: FlowFacts, rates: Rates, steps: int, target: float) -> Reliability:
    """Return how reliable a flow is; `steps` is how many of its steps may fail."""

    def once(rate: float) -> float:
        return FlowCost(facts, replace(rates, single=True, uniform=rate)).bill.right

    def declared(rate: float) -> float:
        return FlowCost(facts, replace(rates, uniform=rate)).bill.right

    single = FlowCost(facts, replace(rates, single=True)).bill
    whole = FlowCost(facts, rates).bill
    return Reliability(
        steps,
        single.right,
        whole.right,
        1 - (1 - single.right) ** 2,
        whole.completes,
        target,
        needed_rate(once, target) if steps else None,
        needed_rate(declared, target) if steps else None,
    )


def needed_rate(chance: Callable[[float], float], target: float) -> float | None:
    """Return the lowest rate whose chance reaches the target, by halving; None where even certainty is not enough."""
    if chance(1.0) < target:
        return None
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if chance(middle) >= target else (middle, high)
    return high
