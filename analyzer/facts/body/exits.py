"""The ways out of a piece of code, each with the most calls that have been made when it is taken."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from analyzer.facts.body.most import NONE, Most, largest, plus


@dataclass(frozen=True, slots=True)
class Exits:
    """The most calls at each way out; None for a way that is never taken.

    `falls` is the end, reached without leaving; the others leave by the statement of that name.
    """

    falls: Most | None = None
    returns: Most | None = None
    breaks: Most | None = None
    continues: Most | None = None
    raises: Most | None = None

    def all(self) -> tuple[Most, ...]:
        """Every way out that can be taken."""
        found = (getattr(self, part.name) for part in fields(self))
        return tuple(most for most in found if most is not None)

    def after(self, most: Most) -> "Exits":
        """Return the same ways out, taken after this many calls."""
        return Exits(**{part.name: _plus(most, getattr(self, part.name)) for part in fields(self)})


def falls(most: Most = NONE) -> Exits:
    """Return code that ends without leaving."""
    return Exits(falls=most)


def either(parts: Iterable[Exits]) -> Exits:
    """Return the ways out of one of several pieces of code."""
    found = list(parts)
    return Exits(**{part.name: _largest(getattr(exits, part.name) for exits in found) for part in fields(Exits)})


def then(first: Exits, second: Exits) -> Exits:
    """Return the ways out of two pieces in a row: the second runs only where the first falls through."""
    leaving = replace(first, falls=None)
    return leaving if first.falls is None else either([leaving, second.after(first.falls)])


def _plus(most: Most, part: Most | None) -> Most | None:
    return None if part is None else plus([most, part])


def _largest(parts: Iterable[Most | None]) -> Most | None:
    found = [part for part in parts if part is not None]
    return largest(found) if found else None
