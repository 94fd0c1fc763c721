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
    seen = set(found)
    return Verdict.NO if Verdict.NO in seen else Verdict.UNKNOWN if Verdict.UNKNOWN in seen else Verdict.YES


def some(found: Iterable[Verdict]) -> Verdict:
    """Return YES if any is, else UNKNOWN if any is, else NO."""
    seen = set(found)
    return Verdict.YES if Verdict.YES in seen else Verdict.UNKNOWN if Verdict.UNKNOWN in seen else Verdict.NO


def opposite(found: Verdict) -> Verdict:
    """Return the answer to the opposite question."""
    return {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}.get(found, Verdict.UNKNOWN)
