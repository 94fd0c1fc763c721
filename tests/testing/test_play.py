"""Flows played through in tests: stubs by step, the row of what was done, and how it ended."""

from typing import Literal

import pytest

from chaindsl import (
    AsyncComplete,
    Budget,
    Command,
    CommandResult,
    Complete,
    FromActor,
    State,
    Text,
    chain,
    cli,
    parallel,
    step,
    transition,
    workflow,
)
from chaindsl.testing.play import PlayError, play


@step(writes="kind", parse=Literal["a", "b"], fallback="b")
def sort(text: Text, *, complete: Complete) -> str:
    return complete(f"Sort: {text}")


@step(writes="marks", each="words", limit=9, workers=3)
async def mark(word: str, *, complete: AsyncComplete) -> str:
    return await complete(f"Mark: {word}")


@step(writes="sent", effect=True, idempotency_key="sent-{kind}")
def send(kind: str, *, post: object) -> int:
    raise AssertionError(post)


both = chain(
    "both", parallel(sort, mark), send, inputs={"text": Text, "words": list[str]}, budget=Budget(calls=20, seconds=1)
)
INPUTS = {"text": "hello", "words": ["x", "y"]}


def test_each_step_has_its_own_answers_and_the_last_one_is_given_again() -> None:
    run = play(both, INPUTS, answers={"sort": ["?", "a"], "mark": "1"}, returns={"send": [3]})
    assert run.steps == ["sort: rejected", "sort", "mark[0]", "mark[1]", "mark", "send"]
    assert run.ending == "completed"
    assert (run["kind"], run["marks"], run["sent"]) == ("a", ["1", "1"], 3)


def test_what_is_raised_is_the_end_of_the_run_and_not_of_the_test() -> None:
    run = play(both, INPUTS, answers={"sort": "a", "mark": ["1", OSError("gone")]}, returns={"send": [3]})
    assert run.steps == ["sort", "mark[0]", "mark[1]: failed", "mark[1]: failed"]
    assert run.ending == "failed: step-failed mark"


@pytest.mark.parametrize(
    ("stubs", "said"),
    [
        ({"answers": {"sort": "a"}, "returns": {"send": [3]}}, "a model is asked 'Mark: x' in step mark"),
        ({"answers": {"sort": "a", "mork": "1"}}, "answers names mork, which both does not have"),
    ],
)
def test_what_the_test_does_not_say_is_an_error(stubs: dict[str, dict[str, object]], said: str) -> None:
    with pytest.raises(PlayError) as caught:
        play(both, INPUTS, **stubs)  # type: ignore[arg-type]  # wrong on purpose
    assert said in str(caught.value)


def test_a_tool_that_is_not_handed_in_says_what_to_do() -> None:
    run = play(both, INPUTS, answers={"sort": "a", "mark": "1"})
    assert run.ending == "failed: step-failed send"
    assert isinstance(run.run.error.__cause__, AssertionError)  # type: ignore[union-attr]  # it has one
    with_tool = play(both, INPUTS, answers={"sort": "a", "mark": "1"}, post=len)
    assert "<built-in function len>" in str(with_tool.run.error)


@transition(source="open", target="built", actor="deterministic", writes="built", on_failure="broken", effect=False)
def build(path: str) -> Command[str]:
    return cli("make", "-C", path).text()


@transition(source="built", target="shipped", writes="why")
def ship(why: FromActor[Text]) -> Text:
    return why


release = workflow(
    "release",
    build,
    ship,
    initial="open",
    final=["shipped", "broken", "late"],
    inputs={"path": str},
    states=[State("built", goal="Ship it.", timeout=60, on_timeout="late")],
)


@pytest.mark.parametrize(
    ("code", "decisions", "steps", "ending"),
    [
        (0, [("ship", {"why": "now"})], ["build -> built", "ship -> shipped"], "completed in shipped"),
        (0, [None], ["build -> built", "timeout -> late"], "completed in late"),
        (0, [], ["build -> built"], "waiting in built"),
        (2, [], ["build: failed"], "completed in broken"),
    ],
)
def test_commands_decisions_and_time_are_stubs(
    code: int, decisions: list[tuple[str, dict[str, str]] | None], steps: list[str], ending: str
) -> None:
    run = play(release, {"path": "."}, commands={"build": CommandResult(code, "out", "")}, decisions=decisions)
    assert (run.steps, run.ending) == (steps, ending)


def test_where_nobody_decides_and_no_time_is_set_the_test_is_wrong() -> None:
    endless = workflow("endless", ship, initial="built", final=["shipped"], inputs={})
    with pytest.raises(PlayError, match="waits in built for as long as it takes"):
        play(endless, {}, decisions=[None])
