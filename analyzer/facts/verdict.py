"""Three-valued answers. `UNKNOWN` is what every fact says where it can't be sure."""

from collections.abc import Iterable
from enum import Enum


class Verdict(Enum):
    """Yes, no, or not known."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


def every(found: Iterable[Verdict]) -> Verdict:
    """Return NO if any is, else UNKNOWN if any is, else YES."""
    return _first(found, Verdict.NO, Verdict.YES)


def some(found: Iterable[Verdict]) -> Verdict:
    """Return YES if any is, else UNKNOWN if any is, else NO."""
    return _first(found, Verdict.YES, Verdict.NO)


def _first(found: Iterable[Verdict], deciding: Verdict, otherwise: Verdict) -> Verdict:
    answer = otherwise
    for one in found:
        if one is deciding:
            return deciding
        if one is Verdict.UNKNOWN:
            answer = one
    return answer


def opposite(found: Verdict) -> Verdict:
    """Return the answer to the opposite question."""
    return {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}.get(found, Verdict.UNKNOWN)
