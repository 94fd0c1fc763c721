"""Ways through a workflow go where guards and limits let a run go, and nowhere else."""

import pytest

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Chain, Flow, Transition, Workflow
from chaindsl.graph.guard import Expression, parse_guard
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Step
from chaindsl.graph.typeform import Named
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.review.ways.flow_ways import ways_of
from chaindsl.review.ways.telling import told

DOES = Actor.DETERMINISTIC


def ways(body: Workflow, most: int = 200) -> list[str]:
    found = ways_of(FlowFacts(Flow("w", body, inputs=(Input("n", Named("int")),))), most)
    return [f"{told(way)} = {way.end}" for way in found.found]


def go(name: str, source: str, target: str, actor: Actor = DOES, **more: object) -> Transition:
    return Transition(name, (source,), (target,), actor, **more)  # type: ignore[arg-type]


def when(text: str) -> Expression:
    return Expression(parse_guard(text))


def test_a_row_and_a_decision() -> None:
    body = Workflow(
        (go("run", "a", "b"), go("yes", "b", "c", Actor.HUMAN), go("no", "b", "d", Actor.AGENT)), "a", ("c", "d")
    )
    assert ways(body) == ["run » b → yes » c = state c", "run » b → no » d = state d"]


def test_guards_shut_ways_out() -> None:
    body = Workflow(
        (
            go("low", "a", "b", guard=when("n < 3")),
            go("high", "a", "c", guard=when("n >= 3")),
            go("end", "b", "d", guard=when("n < 5")),
            go("odd", "b", "c"),
        ),
        "a",
        ("c", "d"),
    )
    assert ways(body) == ["low » b → end » d = state d", "high » c = state c"]


def test_a_cycle_is_gone_round_not_at_all_and_once() -> None:
    body = Workflow((go("again", "a", "a", Actor.AGENT), go("stop", "a", "b", Actor.AGENT)), "a", ("b",))
    assert ways(body) == ["again » a → stop » b = state b", "stop » b = state b"]


def test_failures_time_outs_menus_and_dead_ends() -> None:
    body = Workflow(
        (
            Transition("pick", ("a",), ("b", "c"), DOES, menu=True),
            go("work", "b", "d", work=Step("work"), on_failure="c"),
            go("ask", "c", "d", Actor.HUMAN, guard=when("n > 1")),
        ),
        "a",
        ("d",),
        (State("c", timeout=5.0, on_timeout="e"),),
    )
    assert ways(body) == [
        "pick » b → work » d = state d",
        "pick » b → work ✗ » c → (nobody decides) » e = nothing can be done in e",
        "pick » b → work ✗ » c → ask » d = state d",
        "pick » c → (nobody decides) » e = nothing can be done in e",
        "pick » c → ask » d = state d",
    ]


def test_a_flow_that_a_transition_runs_is_told_with_it() -> None:
    inner = Flow("qa", Chain((Step("one", writes="x"), Step("two", writes="y"))))
    body = Workflow((go("run", "a", "b", runs=inner),), "a", ("b",))
    assert ways(body) == ["run (one → two) » b = state b"]


def test_too_many_ways_become_as_many_as_make_every_move() -> None:
    names = [f"s{n}" for n in range(12)]
    moves = [
        go(f"{way}{n}", names[n], names[n + 1], Actor.AGENT) for n in range(11) for way in ("left", "right")
    ]  # fmt: skip
    body = Workflow(tuple(moves), "s0", ("s11",))
    found = ways_of(FlowFacts(Flow("w", body)))
    assert not found.whole
    assert {stop.transition.name for way in found.found for stop in way.stops} == {move.name for move in moves}  # type: ignore[union-attr]
    assert all(way.end == "state s11" for way in found.found)


@pytest.mark.parametrize("initial", [Unknown(Why.DYNAMIC), "a"])
def test_what_is_not_known_is_said(initial: str | Unknown) -> None:
    body = Workflow((Transition("t", ("a",), Unknown(Why.DYNAMIC)),), initial, ("b",))
    expected = {"a": [" = state a"]}.get(str(initial), [" = a first state that is not known"])
    assert [way.replace("nothing is done", "") for way in ways(body)] == expected
