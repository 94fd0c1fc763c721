"""What whoever decides is told: what may be done now, and to what end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from chaindsl.graph.state import Actor


@dataclass(frozen=True, slots=True)
class Link:
    """One transition that may be taken now.

    `actor` says who may take it, `schema` is the JSON Schema of what must be supplied, and `arguments` is what to
    send with a decision, the values to supply apart. `recovery` marks the way on after a stop that was no decision.
    """

    transition: str
    title: str
    actor: Actor
    schema: Mapping[str, Any] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)
    recovery: bool = False


def again(run: str) -> Link:
    """Return the way on for a run that stopped where no transition failed: to try again from there."""
    return Link("retry", "Try again from where it stopped", Actor.AGENT, {}, {"run": run}, recovery=True)


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the author says about a state to whoever decides there."""

    goal: str | None = None
    instructions: str | None = None


NO_GUIDANCE = Guidance()


@dataclass(frozen=True, slots=True)
class Offer:
    """A state in which a run stopped, with its guidance and its links in the author's order."""

    state: str
    guidance: Guidance
    links: tuple[Link, ...] = ()
