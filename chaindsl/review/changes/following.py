"""What follows from a flow's graph, as far as reviewers compare it: bounds, lost keys, the unreachable, decisions."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.net import Kind
from analyzer.facts.writes import lost_writes
from chaindsl.draw.contract import calls_model
from chaindsl.draw.wording import name
from chaindsl.graph.flow import Branch, Repeat
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_parts
from chaindsl.review.changes.machinewise import key_of

_WHO = {Actor.AGENT: "a model", Actor.HUMAN: "a person"}


@dataclass(frozen=True)
class Following:
    """What follows from a flow.

    `calls` and `seconds` are the most that a run takes, `between` the most model calls between two decisions, where
    there is no such sum; None for what is not known, infinity where nothing limits it. `row` is the longest row of
    deterministic transitions, None for a chain. The rest are names; `decisions` say who decides what.
    """

    calls: float | None = 0
    between: float | None = 0
    seconds: float | None = 0
    row: int | None = None
    unread: tuple[str, ...] = ()
    unreachable: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()


def following(facts: FlowFacts) -> Following:
    """Return what follows from a flow."""
    return Following(
        facts.calls.most,
        facts.calls_between_decisions.most,
        facts.seconds.most,
        None if facts.machine is None else facts.longest_row.length,
        tuple(dict.fromkeys(lost.write.key for lost in lost_writes(facts) if not lost.overwritten)),
        tuple(_unreachable(facts)),
        tuple(dict.fromkeys(_decisions(facts))),
    )


def _unreachable(facts: FlowFacts) -> Iterator[str]:
    if facts.machine is None:
        for number, node in enumerate(facts.net.nodes):
            if number not in facts.alive and node.kind in (Kind.STEP, Kind.NESTED):
                yield node.name
    elif not facts.machine.open:
        yield from (state for state in facts.machine.existing if state not in facts.machine.reachable)


def _decisions(facts: FlowFacts) -> Iterator[str]:
    if facts.machine is None:
        yield from _choices(facts)
        return
    for links in facts.unfolding.links if facts.unfolding is not None else ():
        for link in links:
            number = None if link.move is None else link.move.transition
            if number is not None and link.move is not None:
                transition = facts.machine.workflow.transitions[number]
                who = None if isinstance(transition.actor, Unknown) else _WHO.get(transition.actor)
                if who is not None:
                    yield f"{who} decides `{name(key_of(transition))}` in `{name(link.move.source)}`"


def _choices(facts: FlowFacts) -> Iterator[str]:
    """What steps that ask a model decide: which route is taken, and whether a loop is over."""
    parts = list(flow_parts(facts.flow))
    asking = {part.writes for part in parts if isinstance(part, Step) and calls_model(part)}
    for part in parts:
        if isinstance(part, Branch) and part.key in asking:
            yield f"a model decides the route by `{name(part.key)}`"
        elif isinstance(part, Repeat) and part.until in asking:
            yield f"a model decides when the loop until `{name(part.until)}` is over"
