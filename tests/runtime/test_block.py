"""Branches, loops, and parts side by side."""

from enum import Enum
from typing import Literal

import pytest

from chaindsl.language.blocks import branch, parallel, repeat
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.runtime.failure import Exhausted, NoRoute, StepFailed
from chaindsl.vocabulary.model import Complete
from tests.runtime.world import Script, World, both, lines


class Colour(Enum):
    RED = "red"
    BLUE = 2


@step(writes="red")
def red() -> str:
    return "red!"


@step(writes="other")
def other() -> str:
    return "other!"


@pytest.mark.parametrize(
    ("value", "kind", "label"),
    [
        ("red", Literal["red", "blue"], "red"),
        (True, bool, True),
        (1, int, 1),
        (None, type(None), None),
        (Colour.RED, Colour, Colour.RED),
        (Colour.RED, Colour, "red"),
        (Colour.BLUE, Colour, 2),
    ],
)
def test_a_route_is_chosen_by_type_and_value(value: object, kind: object, label: object) -> None:
    @step(writes="kind")
    def choose() -> kind:  # type: ignore[valid-type]
        return value

    flow = chain("routes", choose, branch("kind", {label: red}, otherwise=other))  # type: ignore[type-var]
    assert lines(World().bind(flow).run({}).trace)[1:] == ["routes/red 1 ok"]


@pytest.mark.parametrize(("value", "label"), [(True, 1), (1, True), ("1", 1), (Colour.RED, Colour.BLUE), ([], "x")])
def test_what_merely_equals_a_label_is_not_on_its_route(value: object, label: object) -> None:
    @step(writes="kind")
    def choose() -> object:
        return value

    flow = chain("routes", choose, branch("kind", {label: red}, otherwise=other))  # type: ignore[type-var]
    assert lines(World().bind(flow).run({}).trace)[1:] == ["routes/other 1 ok"]


def test_a_value_without_a_route_fails_and_otherwise_catches_it() -> None:
    @step(writes="kind")
    def choose() -> Literal["red", "green"]:
        return "green"

    with pytest.raises(NoRoute, match="the branch on kind has no route for 'green'"):
        World().bind(chain("routes", choose, branch("kind", {"red": red}))).run({})
    run = World().bind(chain("routes", choose, branch("kind", {"red": red}, otherwise=other))).run({})
    assert run["other"] == "other!"


@step(writes="draft")
def draft(*, complete: Complete) -> str:
    return complete("draft")


@step(writes="approved")
def critique(draft: str) -> bool:
    return draft == "good"


@step(writes="draft", name="revise")
def revise(draft: str, *, complete: Complete) -> str:
    return complete(f"better than {draft}")


def test_the_key_is_looked_at_as_soon_as_it_is_written() -> None:
    flow = chain("checked", draft, repeat(critique, revise, until="approved", limit=3))
    run = World().bind(flow, complete=Script("bad", "good")).run({})
    assert run["draft"] == "good"
    assert lines(run.trace) == [
        "checked/draft 1 ok",
        "checked/round 1/critique 1 ok",
        "checked/round 1/revise 1 ok",
        "checked/round 2/critique 1 ok",
    ]


def test_used_up_rounds_fail_the_run_and_a_retry_gives_as_many_once_more() -> None:
    flow = chain("checked", draft, repeat(critique, revise, until="approved", limit=2))
    runner = World().bind(flow, complete=Script("a", "b", "c", "good"))
    with pytest.raises(Exhausted, match="approved is not true after 2 rounds") as caught:
        runner.run({})
    run = runner.retry(caught.value.run)
    assert lines(run.trace)[-3:] == [
        "checked/round 3/critique 1 ok",
        "checked/round 3/revise 1 ok",
        "checked/round 4/critique 1 ok",
    ]
    assert (run["draft"], run["approved"]) == ("good", True)


def test_used_up_rounds_go_on_where_the_author_says_so() -> None:
    flow = chain("checked", draft, repeat(critique, revise, until="approved", limit=2, exhausted="continue"), other)
    run = World().bind(flow, complete=Script("a", "b", "c")).run({})
    assert (run["draft"], run["approved"], run["other"]) == ("c", False, "other!")


def test_a_loop_ends_from_within_a_branch_and_an_outer_loop_from_within_an_inner() -> None:
    count = iter(range(100))

    @step(writes="n")
    def tick() -> int:
        return next(count)

    @step(writes="big")
    def big(n: int) -> bool:
        return n >= 3

    @step(writes="even")
    def even(n: int) -> bool:
        return n % 2 == 0

    @step(writes="done")
    def done(n: int) -> bool:
        return n == 2

    routes = branch("even", {True: (done, other), False: ()})
    inner = repeat(tick, even, routes, big, until="big", limit=2, exhausted="continue")
    run = World().bind(chain("loops", repeat(inner, red, until="done", limit=5))).run({})
    assert lines(run.trace) == [
        "loops/round 1/round 1/tick 1 ok",
        "loops/round 1/round 1/even 1 ok",
        "loops/round 1/round 1/done 1 ok",
        "loops/round 1/round 1/other 1 ok",
        "loops/round 1/round 1/big 1 ok",
        "loops/round 1/round 2/tick 1 ok",
        "loops/round 1/round 2/even 1 ok",
        "loops/round 1/round 2/big 1 ok",
        "loops/round 1/red 1 ok",
        "loops/round 2/round 1/tick 1 ok",
        "loops/round 2/round 1/even 1 ok",
        "loops/round 2/round 1/done 1 ok",
    ]


def test_a_nested_flow_that_writes_the_key_ends_the_loop_when_it_is_done() -> None:
    judging = chain("judging", critique, other, inputs={"draft": str}, outputs=["approved"])
    flow = chain("checked", draft, repeat(judging, revise, until="approved", limit=3))
    run = World().bind(flow, complete=Script("good")).run({})
    assert lines(run.trace) == [
        "checked/draft 1 ok",
        "checked/round 1/judging/critique 1 ok",
        "checked/round 1/judging/other 1 ok",
    ]


def test_parts_run_side_by_side_and_a_failed_one_alone_is_tried_again() -> None:
    calls: list[str] = []
    broken = True

    @step(writes="a", max_attempts=1)
    def a() -> str:
        calls.append("a")
        if broken:
            raise OSError("a is broken")
        return "A"

    @step(writes="b")
    def b() -> str:
        calls.append("b")
        return "B"

    @step(writes="both")
    def join(a: str, b: str) -> str:
        return a + b

    flow = chain("side", parallel(a, b), join)
    runner = World().bind(flow)
    with pytest.raises(StepFailed, match="a is broken") as caught:
        runner.run({})
    broken = False
    run = runner.retry(caught.value.run)
    assert run["both"] == "AB"
    assert calls.count("b") == 1
    one, two = both(flow, {})
    assert one["both"] == two["both"] == "AB"
    assert sorted(lines(one.trace)) == sorted(lines(two.trace))
