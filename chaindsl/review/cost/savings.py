"""What a workflow saves by transitions that nobody has to decide: round trips to a model, and their tokens."""

from dataclasses import dataclass

from chaindsl.graph.state import Actor
from chaindsl.review.cost.machine_cost import MachineCost, deterministic
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.spread import Amount, Spread, product


@dataclass(frozen=True, slots=True)
class Savings:
    """`transitions` are deterministic; `taken` is how many of them a run takes, each a round trip saved.

    `decided` is how many an agent decides. Tokens and seconds are those of asking a model each time instead, None
    where the rates do not say what a decision takes.
    """

    transitions: tuple[str, ...]
    of: int
    taken: Spread
    decided: Spread
    tokens: Amount
    seconds: Amount


def savings(cost: MachineCost, rates: Rates) -> Savings:
    """Return what the deterministic transitions of a workflow save."""
    taken, decision = cost.taken(Actor.DETERMINISTIC), rates.table.decision
    each_in, each_out = decision.get("input_tokens"), decision.get("output_tokens")
    tokens = None if each_in is None and each_out is None else sum(s.likely or 0 for s in (each_in, each_out) if s)
    each = decision.get("seconds")
    return Savings(
        tuple(deterministic(cost.machine)),
        len(cost.machine.workflow.transitions),
        taken,
        cost.taken(Actor.AGENT),
        product(taken.likely, tokens),
        product(taken.likely, each.likely if each else None),
    )
