"""Compares what two sides say of their flows, in pairs."""

from collections.abc import Iterable
from dataclasses import replace

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.draw.wording import name as shown_name
from chaindsl.graph.flow import Flow, Workflow
from chaindsl.graph.unknown import Unknown
from chaindsl.review.changes.change import Aspect, Change, Named, Renamed
from chaindsl.review.changes.difference import FlowDifference
from chaindsl.review.changes.flowwise import flow_changes
from chaindsl.review.changes.following import following
from chaindsl.review.changes.gates import Gates, gates, removed
from chaindsl.review.changes.machinewise import key_of
from chaindsl.review.changes.menus import menu_changes
from chaindsl.review.changes.pairing import Pair, pairs
from chaindsl.review.changes.renames import renames
from chaindsl.review.changes.renaming import renamed
from chaindsl.review.changes.snapshot import Snapshot

_OF_GATES = (Aspect.GUARD, Aspect.ACTOR, Aspect.LIMIT, Aspect.TRANSITION, Aspect.ORDER)


def compare(old: Snapshot, new: Snapshot, *, one_file: bool = False) -> list[FlowDifference]:
    """Return what happened to each flow of either side; findings are not looked at."""
    found = [_pair(pair, one_file) for pair in pairs(old.flows, new.flows, one_file=one_file)]
    names = {flow.name for flow in found if flow.changes and flow.old is not None}
    return [_without_parts(flow, names) for flow in found]


def _pair(pair: Pair, one_file: bool) -> FlowDifference:
    old, new = pair
    if old is None:
        return FlowDifference(None, new, after=None if new is None else following(new.facts))
    if new is None:
        gone = tuple(f"{text}, as the flow is" for text in removed(gates(old.facts), Gates()))
        return FlowDifference(old, None, removed=gone, before=following(old.facts))
    others = renames(old.graph, new.graph)
    was = replace(_under(old.graph, others), name=new.graph.name)
    changes = (*flow_changes(was, new.graph), *menu_changes(old, new, others))
    if old.name != new.name:
        others = (Renamed(Named.FLOW, old.name, new.name), *others)
    moved = not one_file and old.file != new.file
    if not changes:
        return FlowDifference(old, new, moved, was, renamed=others)
    facts = FlowFacts(was, old.source)
    before, after = gates(facts), gates(new.facts)
    return FlowDifference(
        old,
        new,
        moved,
        was,
        changes,
        others,
        removed=tuple(removed(before, after)),
        touched=tuple(_touched(changes, before, after, was, new.graph)),
        before=following(facts),
        after=following(new.facts),
    )


def _under(flow: Flow, names: Iterable[Renamed]) -> Flow:
    """The flow with the new names of its parts."""
    by_kind: dict[Named, dict[str, str]] = {kind: {} for kind in Named}
    for one in names:
        by_kind[one.kind][one.before] = one.after
    return renamed(flow, by_kind[Named.STEP], by_kind[Named.STATE], by_kind[Named.TRANSITION])


def _touched(changes: Iterable[Change], old: Gates, new: Gates, was: Flow, now: Flow) -> Iterable[str]:
    """What happened in states where a person decides, and still does, that may let a run pass without."""
    states = set(old.decided) & set(new.decided)
    leaving = {shown_name(state): state for state in states}
    for body in (was.body, now.body):
        for transition in body.transitions if isinstance(body, Workflow) else ():
            sources = () if isinstance(transition.sources, Unknown) else transition.sources
            leaving.update({shown_name(key_of(transition)): state for state in sources if state in states})
    for one in changes:
        if not one.inside and one.aspect in _OF_GATES and one.subject in leaving:
            yield f"{one.aspect} of `{one.subject}` in state `{shown_name(leaving[one.subject])}`"


def _without_parts(flow: FlowDifference, names: set[str]) -> FlowDifference:
    """Leave out what flows inside it say of themselves."""
    inner = {one.inside[0] for one in flow.changes if one.inside} & names - {flow.name}
    kept = tuple(one for one in flow.changes if not one.inside or one.inside[0] not in inner)
    return replace(flow, changes=kept, parts=tuple(sorted(inner)))
