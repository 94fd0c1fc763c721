"""Going through a flow by hand follows the graph as the interpreter does, and asks for what only code could say."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Branch, Chain, Flow, Hole, Nested, Parallel, Part, Repeat, Route, Transition, Workflow
from chaindsl.graph.guard import Expression, Predicate, parse_guard
from chaindsl.graph.state import Actor
from chaindsl.graph.step import Attempts, Check, Read, Source, Step, Tool, ToolKind
from chaindsl.graph.typeform import LiteralValue, Named, literal, literal_value
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.review.simulation.by_hand import HandRun
from chaindsl.review.simulation.talk import StoppedError, Talk
from tests.graph.generated import Graphs

STR, BOOL, INT = Named("str"), Named("bool"), Named("int")
MODEL = (Tool("complete", ToolKind.MODEL),)


def writes(key: str, form: Any = STR, **more: Any) -> Step:
    return Step(key, writes=key, type=form, **more)


class Typist:
    """Types lines in order, and keeps what was said and asked."""

    def __init__(self, *lines: str) -> None:
        self._lines: Iterator[str] = iter(lines)
        self.heard: list[str] = []

    def talk(self) -> Talk:
        return Talk(self._ask, self.heard.append)

    def _ask(self, question: str) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        self.heard.append(question + line)
        return line


def go(body: Chain | Workflow, *lines: str, **values: Any) -> tuple[dict[str, Any], HandRun]:
    run = HandRun(Typist(*lines).talk())
    return run.flow(Flow("f", body, outputs=("out",)), values), run


def chain(*parts: Part) -> Chain:
    return Chain(parts)


def label(text: str) -> LiteralValue:
    found = literal_value(text)
    assert found is not None
    return found


def test_what_is_typed_is_written_and_what_fails_is_tried_again() -> None:
    outputs, run = go(chain(writes("a", tools=MODEL), writes("out", INT)), "!", "x", "many", "7")
    assert (outputs, run.done, run.calls) == ({"out": 7}, ["a", "out"], 2)


def test_nothing_typed_makes_something_up() -> None:
    choice = literal([label("no"), label("yes")])
    for form, made in (
        (STR, "<out>"),
        (INT, 1),
        (BOOL, False),
        (choice, "no"),
        (Named("list"), ["<out 1>", "<out 2>"]),
    ):
        assert go(chain(writes("out", form)), "")[0] == {"out": made}


def test_the_last_attempt_ends_the_run_or_falls_back() -> None:
    with pytest.raises(StoppedError, match="out failed"):
        go(chain(writes("out")), "!", "!")
    outputs, run = go(chain(writes("out", attempts=Attempts(1), fallback='"else"')), "!")
    assert (outputs, run.done) == ({"out": "else"}, ["out"])


def test_a_branch_takes_the_route_of_the_value() -> None:
    fork = Branch("k", (Route(label("x"), (writes("out"),)), Route(label("y"), ())), (writes("out", INT),))
    assert go(chain(fork), "text", k="x")[0] == {"out": "text"}
    assert go(chain(fork), k="y")[0] == {}
    assert go(chain(fork), "3", k="z")[0] == {"out": 3}
    with pytest.raises(StoppedError, match="the branch on k finds no value"):
        go(chain(fork))
    with pytest.raises(StoppedError, match='no route for k = "z"'):
        go(chain(Branch("k", fork.routes)), k="z")


def test_a_loop_ends_as_soon_as_its_key_is_true() -> None:
    loop = Repeat((writes("ok", BOOL), writes("out")), "ok", 2)
    assert go(chain(loop), "false", "a", "true")[0] == {"out": "a"}
    with pytest.raises(StoppedError, match="the loop until ok is used up after 2 rounds"):
        go(chain(loop), "false", "a", "false", "b")
    onward = Repeat(loop.parts, "ok", 1, "continue")
    assert go(chain(onward, writes("end")), "false", "a", "x")[1].done == ["ok", "out", "end"]


def test_flows_inside_have_values_and_loops_of_their_own() -> None:
    inner = Flow("in", Chain((writes("ok", BOOL),)), inputs=(Input("seed", STR),), outputs=("ok",))
    loop = Repeat((Nested(inner), writes("out")), "ok", 2)
    outputs, run = go(chain(loop), "false", "a", "true", seed="s")
    assert (outputs, run.done) == ({"out": "a"}, ["ok", "out", "ok"])


def test_side_by_side_a_loop_is_left_when_all_are_done() -> None:
    loop = Repeat((Parallel((writes("ok", BOOL), writes("out"))), writes("late")), "ok", 2)
    assert go(chain(loop), "true", "a")[1].done == ["ok", "out"]


def test_what_can_not_be_followed_is_left_out() -> None:
    typist = Typist("a")
    HandRun(typist.talk()).flow(Flow("f", chain(Hole(Unknown(Why.DYNAMIC)), writes("out"))), {})
    assert typist.heard[0] == "a part that can't be followed is left out: unknown (dynamic)"


def move(name: str, source: str, *targets: str, actor: Actor = Actor.DETERMINISTIC, **more: Any) -> Transition:
    return Transition(name, (source,), targets, actor, menu=len(targets) > 1, **more)


def when(text: str) -> Expression:
    return Expression(parse_guard(text))


def test_guards_are_judged_and_decisions_asked_for() -> None:
    body = Workflow(
        (
            move("low", "a", "b", guard=when("n < 3")),
            move("odd", "a", "b", guard=Predicate(Check("is_odd"))),
            move("ask", "b", "c", "a", actor=Actor.HUMAN, work=writes("out")),
            move("drop", "b", "c", actor=Actor.AGENT),
        ),
        "a",
        ("c",),
    )
    outputs, run = go(body, "y", "1", "text", "1", n=5)
    assert (outputs, run.done) == ({"out": "text"}, ["out"])
    with pytest.raises(StoppedError, match="nothing can be done in a"):
        go(body, "n", n=5)
    assert go(body, "2", n=1)[0] == {}
    with pytest.raises(StoppedError, match="the guard of low misses 'n'"):
        go(body)
    with pytest.raises(StoppedError, match="the guard of low can't be judged"):
        go(body, n="x")


def test_limits_failures_and_the_depth() -> None:
    twice = Workflow((move("again", "a", "a", limit=2), move("on", "a", "b")), "a", ("b",))
    assert go(twice)[0] == {}
    endless = Workflow((move("again", "a", "a"),), "a", ("b",), max_chain_depth=3)
    with pytest.raises(StoppedError, match="more than 3 transitions in a row that nobody decided"):
        go(endless)
    failing = (move("work", "a", "b", work=writes("out", attempts=Attempts(1)), on_failure="c"),)
    assert go(Workflow(failing, "a", ("b", "c")), "!")[0] == {}
    with pytest.raises(StoppedError, match="out failed"):
        go(Workflow((move("work", "a", "b", work=writes("out", attempts=Attempts(1))),), "a", ("b",)), "!")


def test_an_actors_arguments_are_asked_for() -> None:
    work = writes("out", reads=(Read("reason", STR, source=Source.ACTOR),))
    outputs, _ = go(Workflow((move("go", "a", "b", actor=Actor.AGENT, work=work),), "a", ("b",)), "1", "because", "x")
    assert outputs == {"out": "x"}


@given(Graphs().flows(), st.lists(st.sampled_from(["", "!", "true", "1", "y", "2"]), max_size=30))
def test_any_flow_comes_to_an_end_in_words(flow: Flow, lines: list[str]) -> None:
    try:
        HandRun(Typist(*lines).talk()).flow(flow, {})
    except (StoppedError, EOFError):
        return
