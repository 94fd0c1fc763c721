"""What no run of a flow can do, as far as that is proved: transitions that guards and limits keep shut."""

from collections.abc import Collection, Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import By, Here, Machine, Move
from analyzer.facts.verdict import Verdict
from chaindsl.graph.flow import Workflow
from chaindsl.graph.walk import nested_flows
from chaindsl.testing.branches.turn import Turn, guard_said, guard_turn, move_turn, timeout_turn


def ruled_out(facts: FlowFacts) -> frozenset[Turn]:
    """Return the turns, of a flow and of those inside it, that no run takes."""
    found = set(_of(facts))
    for flow in nested_flows(facts.flow):
        found |= ruled_out(facts.inner(flow))
    return frozenset(found)


def _of(facts: FlowFacts) -> Iterator[Turn]:
    machine, unfolding = facts.machine, facts.unfolding
    if machine is None or unfolding is None or machine.open or not isinstance(facts.flow.body, Workflow):
        return
    made = {_turn(machine, facts.name, link.move) for links in unfolding.links for link in links if link.move}
    for moves in machine.moves.values():
        for move in moves:
            turn = _turn(machine, facts.name, move)
            if turn not in made:
                yield turn
    yield from _always_open(facts.name, machine, made)


def _always_open(flow: str, machine: Machine, made: Collection[Turn]) -> Iterator[Turn]:
    """The guards that hold whenever they are looked at: nothing is left to do in their states where they don't."""
    reached = {turn.detail.partition(" -> ")[0] for turn in made}
    for number, transition in enumerate(machine.workflow.transitions):
        here = [machine.states[name] for name in machine.sources[number] if name in reached]
        if here and guard_said(transition) and all(_last(flow, machine, one, number, made) for one in here):
            yield guard_turn(flow, transition)


def _last(flow: str, machine: Machine, here: Here, number: int, made: Collection[Turn]) -> bool:
    """Say whether a transition is the last that is ever tried in a state, where something always can be taken."""
    if number not in here.tried or here.choice.gap is not Verdict.NO:
        return False
    later = {*here.tried[here.tried.index(number) + 1 :], *here.offered}
    limited = any(machine.workflow.transitions[one].limit is not None for one in here.tried)
    moves = [move for move in machine.moves[here.name] if move.transition in later or move.transition is None]
    return not limited and not any(_turn(machine, flow, move) in made for move in moves)


def _turn(machine: Machine, flow: str, move: Move) -> Turn:
    if move.transition is None:
        return timeout_turn(flow, move.source, move.target)
    name = str(machine.workflow.transitions[move.transition].name)
    failed = move.by in (By.FAILURE, By.FAILED_DECISION)
    return move_turn(flow, name, move.source, move.target, failed=failed)
