"""Which steps decide whether a turn is taken: those that write what it depends on."""

from collections.abc import Iterable, Iterator

from chaindsl.graph.flow import Flow, Transition, Workflow
from chaindsl.graph.guard import Expression, Predicate, guard_keys
from chaindsl.graph.step import Each, Step
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_steps, nested_flows
from chaindsl.testing.branches.turn import Kind, Turn


def steps_behind(flow: Flow, turns: Iterable[Turn]) -> frozenset[str]:
    """Return the steps, of a flow and those inside it, that write the keys on which turns depend, or that fail."""
    flows = list(_family(flow))
    wanted = list(turns)
    keys = {key for one in flows for turn in wanted if turn.flow == one.name for key in _keys(one, turn)}
    steps = {turn.subject for turn in wanted if turn.kind in (Kind.FALLBACK, Kind.FAILURE, Kind.MOVE)}
    found = (step for one in flows for step in flow_steps(one))
    return frozenset(str(step.name) for step in found if step.writes in keys or (step.name in steps and _may(step)))


def _may(step: Step) -> bool:
    """A command of a transition fails by itself, its body need not be replaced for that."""
    return step.command is not True


def _family(flow: Flow) -> Iterator[Flow]:
    yield flow
    for inner in nested_flows(flow):
        yield from _family(inner)


def _keys(flow: Flow, turn: Turn) -> Iterator[str]:
    if turn.kind in (Kind.ROUTE, Kind.LOOP):
        yield turn.subject.partition(" (")[0]
    if turn.kind is Kind.ITEMS:
        yield from (
            str(step.each.key) for step in flow_steps(flow) if step.name == turn.subject and isinstance(step.each, Each)
        )
    if isinstance(flow.body, Workflow) and turn.kind in (Kind.MOVE, Kind.FAILURE, Kind.GUARD, Kind.TIMEOUT):
        for transition in flow.body.transitions:
            yield from _asked(transition)


def _asked(transition: Transition) -> tuple[str, ...]:
    """The keys that a guard asks for."""
    match transition.guard:
        case Expression(condition):
            return guard_keys(condition)
        case Predicate(check):
            return tuple(read.key for read in check.reads)
    return ()


def predicates(flow: Flow, turn: Turn) -> list[str]:
    """Return the guards that are code in the state of a turn, or on its transition."""
    found = []
    for one in _family(flow):
        if isinstance(one.body, Workflow) and one.name == turn.flow:
            source = turn.detail.partition(" -> ")[0]
            for transition in one.body.transitions:
                here = transition.name == turn.subject or source in known(transition.sources, ())
                if here and isinstance(transition.guard, Predicate):
                    found.append(transition.guard.check.name)
    return list(dict.fromkeys(found))
