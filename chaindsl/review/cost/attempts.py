"""How often a step is tried, and what comes of it, when every attempt is as likely to succeed as any other.

Attempts are independent of each other and of other steps: that is the assumption of everything here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_COUNTED = 1_000
"""Attempts beyond these are told as one."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one attempt.

    `success` is the chance of a right value, `noticed` the share of wrong ones that a type, a validator or an exception
    shows, so that the step is tried again.
    """

    success: float = 1.0
    noticed: float = 1.0

    @property
    def retried(self) -> float:
        """The chance that an attempt fails and it shows."""
        return (1 - self.success) * self.noticed


def attempt_chances(odds: Odds, most: int) -> list[float]:
    """Return the chance of exactly 1, 2, … `most` attempts."""
    again, counted = odds.retried, max(1, min(most, MOST_COUNTED))
    return [again**n * (1 - again) for n in range(counted - 1)] + [again ** (counted - 1)]


def mean_attempts(odds: Odds, most: int) -> float:
    """Return how many attempts a step takes on average: 1 + r + r² …, with r the chance that one is retried."""
    again = odds.retried
    return most if again == 1 else (1 - again**most) / (1 - again)


def completes(odds: Odds, most: int) -> float:
    """Return the chance that one of the attempts is accepted."""
    return 1 - odds.retried**most


def is_right(odds: Odds, most: int) -> float:
    """Return the chance that an attempt is accepted and its value is right."""
    return odds.success * mean_attempts(odds, most)


def slowest_mean(chances: Sequence[float], values: Sequence[float], workers: int) -> float:
    """Return the mean of the largest of `workers` independent draws, each `values[n]` with `chances[n]`, values rising.

    The largest is at most a value exactly when all are, so its chances are differences of powers.
    """
    total, below, mean = 0.0, 0.0, 0.0
    for chance, value in zip(chances, values, strict=True):
        total = min(1.0, total + chance)
        upto: float = total**workers
        mean += (upto - below) * value
        below = upto
    return mean
