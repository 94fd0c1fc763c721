"""How likely a whole flow is to end with right values, and what each step must do for that.

Attempts and steps are taken to be independent: what makes one wrong makes no other wrong. Where one model, one outage
or one odd input spoils several, the whole is more likely to succeed than this says, and retries buy less.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from chaindsl.review.cost.flow_cost import FlowCost

ASSUMPTION = "attempts and steps fail independently of each other"
_HALVINGS = 40
"""They leave a trillionth in doubt."""


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


def reliability(cost: FlowCost, steps: int, target: float) -> Reliability:
    """Return how reliable a flow is under its rates; `steps` is how many of its steps may fail."""
    facts, rates = cost.facts, cost.rates
    chances = replace(rates, chances=True)

    def once(rate: float) -> float:
        return FlowCost(facts, replace(chances, single=True, uniform=rate, bills={})).right

    def declared(rate: float) -> float:
        return FlowCost(facts, replace(chances, uniform=rate, bills={})).right

    single = FlowCost(facts, replace(chances, single=True)).right
    whole = cost.bill
    return Reliability(
        steps,
        single,
        whole.right,
        1 - (1 - single) ** 2,
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
