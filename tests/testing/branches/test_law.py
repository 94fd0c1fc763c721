"""The law: tests that are written for any flow pass, and take all that can be taken but what they list."""

from typing import Any

from hypothesis import given, settings

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.flow import Workflow
from chaindsl.graph.guard import Predicate
from chaindsl.review.ways.ruled_out import ruled_out
from chaindsl.testing import play as playing
from chaindsl.testing.branches.cover import Cover, cover
from chaindsl.testing.branches.turn import Kind, turns_declared
from chaindsl.testing.branches.written import written
from chaindsl.testing.play import Played
from tests.laws.machines import machine, rows
from tests.laws.stage import Stage, staged
from tests.laws.working import flows

LOOKED = 240


def bodies(name: str, *given: Any) -> Any:
    """Predicates say something, all other bodies fail: what they return is for tests to make up."""
    if name.startswith(("sure", "quick")):
        return bool(given[-1])
    raise NotImplementedError(name)


def covered(stage: Stage) -> tuple[Cover, list[Played]]:
    """The cover of a flow, and the runs of its tests, which have to pass."""
    stage.module.produce = bodies
    never = ruled_out(FlowFacts(stage.flow.graph))
    found = cover(stage.flow, never, LOOKED)
    assert not found.taken & never
    played: list[Played] = []

    def kept(*args: Any, **options: Any) -> Played:
        played.append(playing.play(*args, **options))
        return played[-1]

    text = written(found, "flow", "")
    tests: dict[str, Any] = {"flow": stage.flow}
    exec(compile(text, "generated", "exec"), tests)
    tests["play"] = kept
    for name, test in list(tests.items()):
        if name.startswith("test_"):
            test()
    return found, played


def moves(played: Played) -> set[tuple[str, str]]:
    """Each transition with the state to which it led, from the trace alone."""
    return {(one.transition, one.target) for one in played.run.trace if one.transition and one.target}


@settings(max_examples=15)
@given(rows(4))
def test_of_a_workflow_every_transition_is_taken_that_can_be(listed: list[Any]) -> None:
    with staged(machine(listed), ()) as stage:
        found, played = covered(stage)
        body = stage.flow.graph.body
        assert isinstance(body, Workflow)
        facts = FlowFacts(stage.flow.graph)
        assert facts.unfolding is not None
        reachable = {
            (str(body.transitions[link.move.transition].name), link.move.target)
            for links in facts.unfolding.links
            for link in links
            if link.move is not None and link.move.transition is not None and "failure" not in str(link.move.by)
            and "failed" not in str(link.move.by)
        }  # fmt: skip
        missing = {
            (turn.subject, turn.detail.rpartition(" ")[2]) for turn, _ in found.missing if turn.kind is Kind.MOVE
        }
        taken = set().union(*map(moves, played))
        assert taken - missing == reachable - missing
        if facts.unfolding.exact and not any(isinstance(one.guard, Predicate) for one in body.transitions):
            assert not [turn for turn, why in found.missing if turn.kind is Kind.MOVE and "rule it out" not in why]


@settings(max_examples=8)
@given(flows())
def test_of_any_flow_what_is_not_taken_is_listed(text: str) -> None:
    with staged(text, ()) as stage:
        found, _ = covered(stage)
        declared = set(turns_declared(stage.flow.graph))
        assert found.taken | {turn for turn, _ in found.missing} == declared
        assert not found.taken & {turn for turn, _ in found.missing}
