"""How an attempt, or a whole step, came out, and the sign by which it is known without colour."""

from collections.abc import Iterable
from enum import StrEnum


class Outcome(StrEnum):
    """How it came out. `RETRIED` and `NOT_RUN` are said of steps only, the others of attempts too."""

    OK = "ok"
    RETRIED = "retried"
    FALLBACK = "fallback"
    REJECTED = "rejected"
    FAILED = "failed"
    NOT_RUN = "not run"


SIGNS: dict[Outcome, str] = {
    Outcome.OK: "✓",
    Outcome.RETRIED: "↻",
    Outcome.FALLBACK: "◆",
    Outcome.REJECTED: "⊘",
    Outcome.FAILED: "✗",
    Outcome.NOT_RUN: "·",
}

_WORST = (Outcome.FAILED, Outcome.FALLBACK, Outcome.RETRIED, Outcome.OK, Outcome.NOT_RUN)


def of_attempts(attempts: Iterable[Outcome]) -> Outcome:
    """Return how a step came out whose attempts, in order, came out so: the last counts."""
    found = list(attempts)
    if not found:
        return Outcome.NOT_RUN
    last = found[-1]
    if last is Outcome.OK and len(found) > 1 and any(one is not Outcome.OK for one in found):
        return Outcome.RETRIED
    return Outcome.FAILED if last is Outcome.REJECTED else last


def worst(found: Iterable[Outcome]) -> Outcome:
    """Return the outcome of several steps that are shown as one."""
    seen = set(found)
    return next((outcome for outcome in _WORST if outcome in seen), Outcome.NOT_RUN)
