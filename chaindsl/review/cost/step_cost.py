"""What one step costs, with its retries and its items."""

import math

from analyzer.facts.measures import calls_of_attempt
from chaindsl.graph.step import Each, Step
from chaindsl.graph.unknown import Unknown, known
from chaindsl.review.cost.attempts import Odds, attempt_chances, completes, is_right, mean_attempts, slowest_mean
from chaindsl.review.cost.bill import Bill
from chaindsl.review.cost.rates import Rates, StepRates
from chaindsl.review.cost.spread import NOTHING, UNKNOWN, Amount, Spread, added, product

_MILLION = 1_000_000
_ONCE = Spread(1, 1, 1)


def step_bill(step: Step, flow: str, rates: Rates, items: Spread) -> Bill:
    """Return what a step costs; `items` says over how many items it runs, once where it is no `each` step."""
    odds, most = rates.odds(flow, step), rates.most_attempts(flow, step)
    if rates.chances and step.each is None:
        return Bill(completes=_completes(step, odds, most), right=1.0 if most is None else is_right(odds, most))
    key = (id(step), flow, odds, most, items, rates.chances)
    found = rates.bills.get(key)
    if found is None:
        # The step is kept too: its identity stays its own.
        found = rates.bills[key] = (step, _bill(step, rates, rates.of(flow, step), most, items))
    bill: Bill = found[1]
    return bill


def _bill(step: Step, rates: Rates, said: StepRates, most: int | None, items: Spread) -> Bill:
    if most is None:
        asked = NOTHING if calls_of_attempt(step) == 0 else UNKNOWN
        return Bill(asked, UNKNOWN, asked, asked, asked)
    count = (said.items or items) if step.each is not None else _ONCE
    power = count.likely if count.likely is not None and count.likely < math.inf else 1.0
    chances = (_completes(step, said.odds, most) ** power, is_right(said.odds, most) ** power)
    if rates.chances:
        return Bill(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, *chances)
    tries = Spread(1, mean_attempts(said.odds, most), most)
    calls = _calls_of_attempt(step, said).times(tries).times(count)
    tokens_in, tokens_out = _tokens(calls, said.input_tokens), _tokens(calls, said.output_tokens)
    return Bill(
        calls,
        _seconds(step, said, most, count),
        tokens_in,
        tokens_out,
        _money(said, rates, tokens_in, tokens_out),
        *chances,
    )


def _completes(step: Step, odds: Odds, most: int | None) -> float:
    return 1.0 if most is None or step.fallback is not None else completes(odds, most)


def _calls_of_attempt(step: Step, said: StepRates) -> Spread:
    """At best a step that is handed a model asks it once; likely as often as it may, unless somebody says so."""
    cap = calls_of_attempt(step)
    if not cap:
        return Spread.of(cap)
    likely = cap if said.calls is None else said.calls.likely
    least = 1.0 if said.calls is None or said.calls.least is None else said.calls.least
    return Spread(min(least, cap), likely if likely is None else min(likely, cap), cap)


def _tokens(calls: Spread, each: Spread | None) -> Spread:
    if calls == NOTHING:
        return NOTHING
    return UNKNOWN if each is None else calls.times(each)


def _money(said: StepRates, rates: Rates, tokens_in: Spread, tokens_out: Spread) -> Spread:
    if tokens_in == NOTHING and tokens_out == NOTHING:
        return NOTHING
    price = rates.table.models.get(said.model or "")
    if price is None:
        return UNKNOWN
    amounts = []
    for taken, given in zip(tokens_in.amounts, tokens_out.amounts, strict=True):
        parts = (product(taken, price.get("input", 0.0)), product(given, price.get("output", 0.0)))
        amounts.append(None if None in parts else sum(part or 0 for part in parts) / _MILLION)
    return Spread(*amounts)


def _seconds(step: Step, said: StepRates, most: int, items: Spread) -> Spread:
    """Every attempt and every wait between two; of items side by side the slowest."""
    one = _attempt_seconds(step, said)
    backoff = known(step.attempts.backoff, None)
    if backoff is None:
        return UNKNOWN
    workers = known(step.each.workers, None) if isinstance(step.each, Each) else 1
    if workers is None:
        return UNKNOWN
    workers = max(workers, 1)
    waits = backoff * most * (most - 1) / 2
    longest = added((product(one.most, most), waits))
    likely = None if one.likely is None else _likely_seconds(said, most, backoff, one.likely, items.likely, workers)
    return Spread(product(one.least, _batches(items.least, workers)), likely,
                  product(longest, _batches(items.most, workers)))  # fmt: skip


def _likely_seconds(
    said: StepRates, most: int, backoff: float, one: float, items: Amount, workers: int
) -> float | None:
    """Rounds of `workers` items, each as long as its slowest item is on average."""
    if items is None or items == math.inf:
        return items
    chances = attempt_chances(said.odds, most)
    taken = [one * tries + backoff * tries * (tries - 1) / 2 for tries in range(1, len(chances) + 1)]
    whole, rest = divmod(items, workers)
    full = slowest_mean(chances, taken, workers) * whole if whole else 0.0
    if not rest:
        return full
    # A mean number of items need not be whole: what is left of one counts as its share.
    return full + (slowest_mean(chances, taken, max(1, round(rest))) * min(1.0, rest))


def _batches(items: Amount, workers: int) -> Amount:
    return items if items is None or items == math.inf else float(math.ceil(items / workers))


def _attempt_seconds(step: Step, said: StepRates) -> Spread:
    """What one attempt takes. A step that is handed nothing and runs no command counts as no time."""
    timeout = step.attempts.timeout
    limit: Amount = None if isinstance(timeout, Unknown) else math.inf if timeout is None else timeout
    waits = bool(step.tools) or step.command is not False
    if not waits and said.seconds is None:
        return Spread(0, 0, 0 if limit == math.inf else limit)
    if said.seconds is None:
        return Spread(0, None, limit)
    least, likely, _ = said.seconds.amounts
    return Spread(least, likely, limit) if limit is None else Spread(_low(least, limit), _low(likely, limit), limit)


def _low(amount: Amount, limit: float) -> Amount:
    return amount if amount is None else min(amount, limit)
