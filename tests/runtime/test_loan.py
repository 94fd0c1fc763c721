"""What an attempt reserves for calls that are made elsewhere, calls and tokens, and what becomes of both."""

import pytest

from chaindsl.runtime.failure import BudgetExceeded
from chaindsl.runtime.ledger import Ledger, Limits
from chaindsl.runtime.tally import Loan, Tally


def lent(ledger: Ledger, calls: int, longest: int | None) -> Loan:
    return Tally("ask", None, calls, ledger, lambda: 0.0).lend(longest)


def account(**limits: float) -> Ledger:
    return Ledger("inner", Limits(), 0.0, Ledger("outer", Limits(**limits), 0.0))


def test_answers_have_their_tokens_set_aside() -> None:
    ledger = account(tokens=100)
    first = lent(ledger, 2, 30)
    assert (first.count, first.tokens, first.limits.tokens) == (2, 60, 100)
    second = lent(ledger, 2, 30)
    assert (second.count, second.tokens, second.limits.tokens) == (2, 40, 40)
    third = lent(ledger, 2, 30)
    assert (third.count, third.tokens, third.limits.tokens) == (0, 0, 0)
    with pytest.raises(BudgetExceeded, match="outer is over its budget before ask: 100 of 100 tokens are used"):
        ledger.reserve("ask", 0.0)
    ledger.check("another step", 0.0)
    first.settle(1, tokens=25)
    assert (ledger.calls, ledger.tokens, ledger.held) == (3, 25, 40)
    second.settle(2, tokens=70)
    third.settle(0)
    assert (ledger.calls, ledger.tokens, ledger.held) == (3, 95, 0)
    assert ledger.parent is not None
    assert (ledger.parent.calls, ledger.parent.tokens, ledger.parent.held) == (3, 95, 0)


@pytest.mark.parametrize(("limits", "longest"), [({}, 30), ({"tokens": 100}, None), ({"calls": 2}, None)])
def test_nothing_is_set_aside_where_nothing_counts_it_or_nobody_knows_it(
    limits: dict[str, float], longest: int | None
) -> None:
    ledger = account(**limits)
    loan = lent(ledger, 2, longest)
    assert (loan.count, loan.tokens, ledger.held) == (2, 0, 0)
    loan.settle(2, tokens=7)
    assert (ledger.calls, ledger.tokens, ledger.held) == (2, 7, 0)


def test_a_refusal_elsewhere_is_told_in_the_figures_of_the_budget_here() -> None:
    now = 0.0
    ledger = Ledger("flow", Limits(seconds=5, tokens=100), 0.0)
    ledger.tokens = 60
    tally = Tally("ask", None, 2, ledger, lambda: now)
    loan = tally.lend(None)
    there = BudgetExceeded("tokens", loan.limits.tokens, 40, "flow", "ask")
    assert loan.settle(1, tokens=40, refusal=there) is tally.refusal
    assert str(tally.refusal).startswith("flow is over its budget before ask: 100 of 100 tokens are used")
    assert ledger.calls == 1
    now = 6.0
    late = loan.here(BudgetExceeded("seconds", 4.5, 4.6, "flow", "ask"))
    assert str(late).startswith("flow is over its budget before ask: 6 of 5 seconds are used")


def test_what_is_lost_counts_as_made_and_used() -> None:
    ledger = account(tokens=100, calls=10)
    loan = lent(ledger, 3, 20)
    loan.lose()
    assert (ledger.calls, ledger.tokens, ledger.held) == (3, 60, 0)
