"""Bounds: the most of something that can happen, as a sum that can be shown, or the reason why there is none."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from chaindsl.graph.place import Place

MOST_TERMS = 12
"""Longer sums are shown with their largest terms only."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why there is no bound, or none that is known, and where that stands."""

    text: str
    place: Place | None = None


class Form(StrEnum):
    """How a bound is made of its parts."""

    ONE = "one"
    SUM = "sum"
    LARGEST = "largest"
    TIMES = "times"


@dataclass(frozen=True, slots=True)
class Bound:
    """The most there can be: a number, infinity with its reason, or None with the reason for not knowing.

    `tight` says that nothing on the graph keeps a run from reaching it.
    """

    most: float | None
    reason: Reason | None = None
    form: Form = Form.ONE
    name: str = ""
    factors: tuple[float, ...] = ()
    parts: tuple["Bound", ...] = ()
    tight: bool = True

    @property
    def finite(self) -> bool:
        """Whether there is a bound and it is known."""
        return self.most is not None and self.most != math.inf

    def __str__(self) -> str:
        return _number(self.most)


NOTHING = Bound(0)


def one(name: str, factors: Sequence[float | None], reason: Reason | None = None) -> Bound:
    """Return a product: what a part called `name` does at most, with its factors; None in them is not known."""
    known = tuple(factor for factor in factors if factor is not None)
    if 0 in known:
        return NOTHING
    if len(known) < len(factors):
        return Bound(None, reason, name=name)
    return Bound(math.prod(known), reason if math.inf in known else None, name=name, factors=known)


def total(parts: Iterable[Bound]) -> Bound:
    """Return the sum of bounds; infinity in one of them outweighs that another is not known."""
    return _combined(parts, Form.SUM)


def largest(parts: Iterable[Bound]) -> Bound:
    """Return the largest of bounds."""
    return _combined(parts, Form.LARGEST)


def times(count: float | None, part: Bound, reason: Reason | None = None, *, tight: bool = True) -> Bound:
    """Return a bound for something done `count` times; `reason` says why the count is infinite or not known."""
    if part.most == 0 or count == 0:
        return NOTHING
    if count == 1:
        return replace(part, tight=tight and part.tight)
    tight = tight and part.tight
    if math.inf in (count, part.most):
        why = part.reason if part.most == math.inf else reason
        return Bound(math.inf, why, Form.TIMES, factors=(count or math.inf,), parts=(part,), tight=tight)
    if count is None or part.most is None:
        return Bound(None, part.reason if part.most is None else reason)
    return Bound(count * part.most, None, Form.TIMES, factors=(count,), parts=(part,), tight=tight)


def _combined(parts: Iterable[Bound], form: Form) -> Bound:
    found = tuple(part for part in parts if part.most != 0)
    if len(found) < 2:
        return found[0] if found else NOTHING
    tight = all(part.tight for part in found)
    for most in (math.inf, None):
        for part in found:
            if part.most == most:
                return Bound(most, part.reason, form, parts=found, tight=tight)
    values = [part.most or 0 for part in found]
    return Bound(sum(values) if form is Form.SUM else max(values), None, form, parts=found, tight=tight)


def text(bound: Bound) -> str:
    """Return a bound as people add it up: `clarify 1×2 + extract 1×2×64 = 130`."""
    product = bound.form is Form.ONE and len(bound.factors) < 2
    return _inner(bound) if product else f"{_inner(bound)} = {bound}"


def _inner(bound: Bound) -> str:
    match bound.form:
        case Form.ONE:
            factors = "×".join(map(_number, bound.factors)) or str(bound)
            return f"{bound.name} {factors}".strip()
        case Form.TIMES:
            inner = _inner(bound.parts[0])
            bracketed = f"({inner})" if bound.parts[0].form is Form.SUM else inner
            return f"{_number(bound.factors[0])} × {bracketed}"
        case Form.LARGEST:
            return f"max({', '.join(_shortened(bound.parts))})"
    return " + ".join(_shortened(bound.parts))


def _shortened(parts: tuple[Bound, ...]) -> list[str]:
    if len(parts) <= MOST_TERMS:
        return [_inner(part) for part in parts]
    order = sorted(range(len(parts)), key=lambda n: (-(parts[n].most or 0), n))[:MOST_TERMS]
    rest = len(parts) - MOST_TERMS
    return [*(_inner(parts[n]) for n in sorted(order)), f"{rest} more"]


def _number(value: float | None) -> str:
    if value is None:
        return "?"
    if value == math.inf:
        return "∞"
    return f"{value:g}" if value < 1e6 else str(value)
