"""The most of something a piece of code can do, with the reason where there is no such number."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.facts.bounds import Reason


@dataclass(frozen=True, slots=True)
class Most:
    """A number, or infinity with its reason; `key` is the uncapped list of the flow that decides it, if one does."""

    number: float
    reason: Reason | None = None
    key: str | None = None

    @property
    def finite(self) -> bool:
        """Whether there is a number."""
        return self.number != math.inf


NONE = Most(0)
ONE = Most(1)


def endless(reason: Reason, key: str | None = None) -> Most:
    """Return what has no bound."""
    return Most(math.inf, reason, key)


def plus(parts: Iterable[Most]) -> Most:
    """Return the sum; the first part without a bound says why."""
    number: float = 0
    # All of them first: whoever counts them notes on the way what he goes over.
    for part in list(parts):
        if part.number == math.inf:
            return part
        number += part.number
    return Most(number) if number else NONE


def largest(parts: Iterable[Most]) -> Most:
    """Return the largest; without parts nothing."""
    return max(parts, key=lambda part: part.number, default=NONE)


def smallest(parts: Iterable[Most]) -> Most:
    """Return the smallest; without parts nothing."""
    return min(parts, key=lambda part: part.number, default=NONE)


def times(count: Most, part: Most) -> Most:
    """Return the product; nothing done any number of times is nothing."""
    if part.number == 0 or count.number == 0:
        return NONE
    if not part.finite or not count.finite:
        return part if not part.finite else count
    return Most(count.number * part.number)
