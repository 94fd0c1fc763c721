"""What something costs at best, likely and most, in one unit. `None` stands for what is not known."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

Amount: TypeAlias = float | None
"""A number, infinity where nothing limits it, or None where it is not known."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Three amounts: no run that does its work costs less than `least` or more than `most`; `likely` is the mean."""

    least: Amount = 0
    likely: Amount = 0
    most: Amount = 0

    @classmethod
    def of(cls, amount: Amount) -> "Spread":
        """Return the spread of what always costs the same."""
        return cls(amount, amount, amount)

    def times(self, count: "Spread") -> "Spread":
        """Return the cost of doing it `count` times, each time at the same cost."""
        return Spread(*map(product, self.amounts, count.amounts))

    @property
    def amounts(self) -> tuple[Amount, Amount, Amount]:
        """Least, likely and most."""
        return self.least, self.likely, self.most


NOTHING = Spread()
UNKNOWN = Spread(None, None, None)


def product(one: Amount, other: Amount) -> Amount:
    """Multiply; nothing times anything is nothing, even times what is not known."""
    if 0 in (one, other):
        return 0
    return None if one is None or other is None else one * other


def added(amounts: Iterable[Amount]) -> Amount:
    """Add up; infinity outweighs what is not known."""
    found = list(amounts)
    if math.inf in found:
        return math.inf
    known = [amount for amount in found if amount is not None]
    return sum(known) if len(known) == len(found) else None


def highest(amounts: Iterable[Amount]) -> Amount:
    """Return the largest; infinity outweighs what is not known."""
    return _extreme(amounts, max)


def lowest(amounts: Iterable[Amount]) -> Amount:
    """Return the smallest; 0 is the smallest whatever else is not known."""
    found = list(amounts)
    return 0 if 0 in found else _extreme(found, min)


def _extreme(amounts: Iterable[Amount], pick: Callable[[list[float]], float]) -> Amount:
    found = list(amounts)
    if pick is max and math.inf in found:
        return math.inf
    known = [amount for amount in found if amount is not None]
    return pick(known or [0]) if len(known) == len(found) else None
