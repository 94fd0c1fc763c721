"""What no run of a flow can do, as far as that is proved: transitions that guards and limits keep shut."""

from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import By, Machine, Move
from chaindsl.graph.flow import Workflow
from chaindsl.graph.walk import nested_flows
from chaindsl.testing.branches.turn import Turn, move_turn, timeout_turn


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


def _turn(machine: Machine, flow: str, move: Move) -> Turn:
    if move.transition is None:
        return timeout_turn(flow, move.source, move.target)
    name = str(machine.workflow.transitions[move.transition].name)
    failed = move.by in (By.FAILURE, By.FAILED_DECISION)
    return move_turn(flow, name, move.source, move.target, failed=failed)
