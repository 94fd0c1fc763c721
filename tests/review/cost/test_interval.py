"""Wilson's interval, against published numbers and the equation that defines it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.review.cost.interval import NORMAL_95, Share, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_intervals(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 500).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_each_end_is_as_far_from_the_share_as_it_says(pair: tuple[int, int]) -> None:
    successes, trials = pair
    share = Share(successes, trials)
    low, high = share.interval
    assert 0 <= low <= share.rate <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            assert abs(end - share.rate) == pytest.approx(NORMAL_95 * math.sqrt(end * (1 - end) / trials), abs=1e-9)


def test_without_trials_everything_is_possible() -> None:
    assert (Share(0, 0).rate, Share(0, 0).interval) == (1.0, (0.0, 1.0))
