"""Intervals for shares that were counted in few trials.

Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal
of the American Statistical Association 22, 1927): unlike the textbook's, it stays within 0 and 1 and is honest for few
trials and for shares near either end.
"""

import math
from dataclasses import dataclass

NORMAL_95 = 1.959963984540054
"""Between minus and plus this lie 95 % of a standard normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of `trials` succeeded."""

    successes: int
    trials: int

    @property
    def rate(self) -> float:
        """The share itself; 1 without trials."""
        return self.successes / self.trials if self.trials else 1.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval; everything is possible without trials."""
        return wilson(self.successes, self.trials)


def wilson(successes: int, trials: int, z: float = NORMAL_95) -> tuple[float, float]:
    """Return the ends of Wilson's score interval for a share."""
    if trials == 0:
        return 0.0, 1.0
    rate, square = successes / trials, z * z
    middle = (rate + square / (2 * trials)) / (1 + square / trials)
    half = z * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return (0.0 if successes == 0 else middle - half), (1.0 if successes == trials else middle + half)
