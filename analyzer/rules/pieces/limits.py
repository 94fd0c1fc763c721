"""Fixes that put a limit on what has none: the items of a step, the turns of a cycle."""

from dataclasses import replace

from analyzer.edit.sites import Sites
from analyzer.facts.bounds import Bound
from analyzer.facts.cycles import Cycle
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import Machine
from analyzer.facts.revised import with_part, with_transition
from analyzer.finding import Fix
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Flow, Transition
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Each, Step

_ITEMS = 64
"""How many items a step may take where no budget says it; longer lists are cut, and the run says so."""
_MOST_WAYS = 4
"""How many transitions of a cycle a limit is tried on."""


def limited_items(facts: FlowFacts, step: Step) -> Fix | None:
    """Give an `each` step a `limit`: as many items as the flow's budget can pay for, at most 64."""
    site = None if facts.source is None else Sites(facts.source).declaration(step.place)
    number = _affordable(facts, step)
    edits = () if site is None or number < 1 else site.given("limit", str(number))
    becomes = _of_items(facts.flow, step, number)
    return Fix(f"say limit={number}", edits, safe=False, becomes=becomes) if edits else None


def _of_items(flow: Flow, step: Step, number: int) -> Flow:
    each = step.each
    return with_part(flow, step, replace(step, each=replace(each, limit=number)) if isinstance(each, Each) else step)


def _affordable(facts: FlowFacts, step: Step) -> int:
    """The most items that keep within the budget; what they cost grows evenly with their number."""
    budget, number = facts.flow.budget, _ITEMS
    if not isinstance(budget, Budget):
        return number
    one, two = (FlowFacts(_of_items(facts.flow, step, count)) for count in (1, 2))
    for allowed, first, second in (
        (budget.calls, one.calls, two.calls),
        (budget.seconds, one.seconds, two.seconds),
    ):
        if isinstance(allowed, int | float):
            number = min(number, _fitting(allowed, first, second))
    return number


def _fitting(allowed: float, first: Bound, second: Bound) -> int:
    if first.most is None or second.most is None or not first.finite or not second.finite:
        return _ITEMS
    left, more = allowed - first.most, second.most - first.most
    if left < 0:
        return 0
    return _ITEMS if more <= 0 else int(left // more) + 1


def limited_turns(facts: FlowFacts, machine: Machine, cycle: Cycle) -> Fix | None:
    """Give a transition of a cycle a `limit`: as many turns as `max_chain_depth` has room for.

    The last transition of the cycle is tried first: it is the one that goes back.
    """
    fix = None
    for number in reversed([*dict.fromkeys(reversed(cycle.transitions))][:_MOST_WAYS]):
        one = _limited_turn(facts, machine, machine.workflow.transitions[number], len(cycle.moves))
        fix = fix if one is None else replace(one, instead=fix)
    return fix


def _limited_turn(facts: FlowFacts, machine: Machine, transition: Transition, length: int) -> Fix | None:
    depth = machine.workflow.max_chain_depth
    site = None if facts.source is None else Sites(facts.source).declaration(transition.place)
    if site is None or not isinstance(depth, int) or transition.limit is not None:
        return None
    if transition.actor is not Actor.DETERMINISTIC:
        return None
    turns = _turns(facts.flow, transition, depth, length)
    edits = site.given("limit", str(turns)) if turns else ()
    becomes = with_transition(facts.flow, transition, replace(transition, limit=turns))
    return Fix(f"say limit={turns} on `{transition.name}`", edits, safe=False, becomes=becomes) if edits else None


def _turns(flow: Flow, transition: Transition, depth: int, length: int) -> int:
    """The most turns with which the longest row still fits, 0 if there are none."""
    turns = depth // length
    while turns > 0:
        row = FlowFacts(with_transition(flow, transition, replace(transition, limit=turns))).longest_row.length
        if row <= depth:
            return turns
        turns -= max(1, -(-(row - depth) // length))
    return 0
