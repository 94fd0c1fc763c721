"""Where decisions are taken: what is offered in a state, and whether what comes back is accepted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chaindsl.graph.nearest import nearest
from chaindsl.graph.state import Actor
from chaindsl.runtime.decision import Decision
from chaindsl.runtime.edge import Edge
from chaindsl.runtime.failure import Refused
from chaindsl.runtime.link import Link, Offer
from chaindsl.runtime.machine import Machine


@dataclass(frozen=True, slots=True)
class Taken:
    """A transition that is to be taken: by whom, and with what an actor supplied, validated.

    `told` says that it was taken before the run was restored.
    """

    edge: Edge
    actor: Actor
    arguments: Mapping[str, Any] = field(default_factory=dict)
    told: bool = False


def offer(machine: Machine, run: str, state: str, opened: Sequence[Edge], failed: Taken | None = None) -> Offer:
    """Return what may be done in a state: first, where a transition failed, to try it again; then the decisions."""
    first = None if failed is None else failed.edge
    links = [] if first is None else [_link(first, run, recovery=True)]
    links += [_link(edge, run, recovery=False) for edge in opened if edge is not first]
    return Offer(state, machine.guidance(state), tuple(links))


def accept(
    machine: Machine, state: str, opened: Sequence[Edge], failed: Taken | None, decision: Decision
) -> Taken | None:
    """Return the transition to take, or None when it is the failed one, to be tried again as it was.

    Raises Refused for what may not be decided, and InputError for arguments that do not fit.
    """
    edge = machine.edges.get(decision.transition)
    if edge is None:
        names = [known.name for known in (*opened, *((failed.edge,) if failed else ()))]
        raise _refused(
            "unknown-transition",
            f"{machine.name} has no transition {decision.transition}",
            decision,
            nearest(decision.transition, names),
        )
    if decision.actor is Actor.DETERMINISTIC or (edge.actor is Actor.HUMAN and decision.actor is not Actor.HUMAN):
        message = f"{edge.name} is for a {edge.actor} to decide, and not for the {decision.actor} that asks"
        raise _refused("wrong-actor", message, decision)
    same = failed is not None and edge is failed.edge and failed.actor in (decision.actor, Actor.DETERMINISTIC)
    if same and (edge.computed or not decision.arguments):
        return None
    if state not in edge.sources:
        raise _refused(
            "not-here",
            f"{edge.name} does not leave state {state}",
            decision,
            nearest(edge.name, [e.name for e in opened]),
        )
    if edge.computed:
        raise _refused("not-a-decision", f"{edge.name} is taken by the runtime itself", decision)
    if edge not in opened:
        raise _refused(
            "closed", f"{edge.name} can't be taken now: its guard does not hold or its limit is used up", decision
        )
    return Taken(edge, decision.actor, edge.supplied.accept(decision.arguments))


def _link(edge: Edge, run: str, *, recovery: bool) -> Link:
    title = f"Try again: {edge.title}" if recovery else edge.title
    return Link(edge.name, title, edge.actor, edge.schema, {"run": run, "transition": edge.name}, recovery)


def _refused(code: str, message: str, decision: Decision, hint: str | None = None) -> Refused:
    return Refused(code, message, decision.transition, None, hint)
