"""Guarantees, as authors write them in `always=[...]`."""

from typing import Literal

from chaindsl.graph.guarantee import AtMost, Decides, Never, Passes
from chaindsl.language.declaration import calling_place


def passes(name: str, *, before: str) -> Passes:
    """Guarantee that every path to `before` goes through `name` first."""
    return Passes(name, before, calling_place())


def decides(actor: Literal["agent", "human"], *, before: str) -> Decides:
    """Guarantee that on every path to `before` this actor has taken a transition first; a person counts as an agent."""
    return Decides(actor, before, calling_place())


def at_most(name: str, times: int) -> AtMost:
    """Guarantee that no run completes `name` more than `times` times."""
    return AtMost(name, times, calling_place())


def never(name: str, *, after: str) -> Never:
    """Guarantee that `name` never follows once `after` is done or reached."""
    return Never(name, after, calling_place())
