"""What a part of a flow costs in every unit, and how likely it is to do its work: how these add up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chaindsl.review.cost.spread import (
    NOTHING,
    UNKNOWN,
    Amount,
    Spread,
    added,
    highest,
    lowest,
    product,
)

UNITS = ("calls", "seconds", "input_tokens", "output_tokens", "money")


@dataclass(frozen=True, slots=True)
class Bill:
    """Costs of a part.

    `completes` is the chance that it ends without failing the run, `right` that it does so with values that are what
    they should be; both count from when the part is begun.
    """

    calls: Spread = NOTHING
    seconds: Spread = NOTHING
    input_tokens: Spread = NOTHING
    output_tokens: Spread = NOTHING
    money: Spread = NOTHING
    completes: float = 1.0
    right: float = 1.0

    def unit(self, name: str) -> Spread:
        """Return the spread of one of `UNITS`."""
        found: Spread = getattr(self, name)
        return found


FREE = Bill()
NOT_KNOWN = Bill(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)


def in_row(bills: Iterable[Bill]) -> Bill:
    """Return what parts cost one after another: a part that fails keeps the others from being paid for."""
    found = list(bills)
    reach, reached, right = 1.0, [], 1.0
    for bill in found:
        reached.append(reach)
        reach *= bill.completes
        right *= bill.right
    return _made(found, reached, reach, right)


def side_by_side(bills: Iterable[Bill]) -> Bill:
    """Return what parts cost at the same time: the slowest decides about the seconds."""
    found = list(bills)
    completes, right = 1.0, 1.0
    for bill in found:
        completes *= bill.completes
        right *= bill.right
    made = _made(found, [1.0] * len(found), completes, right)
    seconds = Spread(*(highest(amounts) for amounts in zip(*(bill.seconds.amounts for bill in found), strict=True)))
    units = {name: made.unit(name) for name in UNITS}
    return Bill(**{**units, "seconds": seconds if found else NOTHING}, completes=completes, right=right)


def one_of(bills: Sequence[Bill], weights: Sequence[float]) -> Bill:
    """Return what it costs to do one of several parts, each as often as its share of the weights."""
    total = sum(weights)
    shares = [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)
    units = {
        name: Spread(
            lowest(bill.unit(name).least for bill in bills),
            added(product(share, bill.unit(name).likely) for share, bill in zip(shares, bills, strict=True)),
            highest(bill.unit(name).most for bill in bills),
        )
        for name in UNITS
    }
    completes = sum(share * bill.completes for share, bill in zip(shares, bills, strict=True))
    right = sum(share * bill.right for share, bill in zip(shares, bills, strict=True))
    return Bill(**units, completes=completes, right=right)


def capped(bill: Bill, calls: Amount, seconds: Amount) -> Bill:
    """Return a bill that a budget limits: the most, and what is likely where even that is more."""
    limits = {"calls": calls, "seconds": seconds}
    units = {name: _capped(bill.unit(name), limits.get(name)) for name in UNITS}
    return Bill(**units, completes=bill.completes, right=bill.right)


def _capped(spread: Spread, limit: Amount) -> Spread:
    if limit is None:
        return spread
    most = limit if spread.most is None else min(spread.most, limit)
    return Spread(spread.least, spread.likely, most)


def _made(bills: Sequence[Bill], reached: Sequence[float], completes: float, right: float) -> Bill:
    units = {}
    for name in UNITS:
        spreads = [bill.unit(name) for bill in bills]
        if all(spread is NOTHING for spread in spreads):
            continue
        likely = added(product(share, spread.likely) for share, spread in zip(reached, spreads, strict=True))
        units[name] = Spread(added(s.least for s in spreads), likely, added(s.most for s in spreads))
    return Bill(**units, completes=completes, right=right)
