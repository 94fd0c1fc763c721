"""Traces as rows of text."""

from typing import Literal

from chaindsl.language.blocks import repeat
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.trace.table import HEAD, rows
from chaindsl.vocabulary.command import Command, CommandResult, cli
from chaindsl.vocabulary.model import Complete, Completion, Usage
from tests.runtime.world import World


@step(writes="notes", each="words", limit=2, backoff=0)
def note(word: str, *, complete: Complete) -> str:
    return complete(word)


@step(writes="route", parse=Literal["a", "b"], fallback="b", backoff=0)
def route(*, complete: Complete) -> str:
    return complete("route")


@step(writes="done")
def done(notes: list[str]) -> bool:
    return True


def test_every_attempt_is_one_row_of_text() -> None:
    answers: list[str | Exception] = [Completion("one\ntwo", usage=Usage(3, 4)), OSError("x" * 100), "two", "c", "d"]

    def model(prompt: str) -> str:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    flow = chain("table", note, route, repeat(done, until="done", limit=1), inputs={"words": list[str]})
    run = World().bind(flow, complete=model).run({"words": ["1", "2", "3"]})
    found = [dict(zip(HEAD, row, strict=True)) for row in rows(run.trace)]
    assert [(row["step"], row["attempt"], row["calls"], row["tokens"]) for row in found] == [
        ("note[0]", "1", "1", "7"),
        ("note[1]", "1", "1", ""),
        ("note[1]", "2", "1", ""),
        ("note", "1", "", ""),
        ("route", "1", "1", ""),
        ("route", "2", "1", ""),
        ("round 1/done", "1", "", ""),
    ]
    assert [row["outcome"] for row in found][:4] == ["ok", f"OSError: {'x' * 50}…", "ok", "ok, 2 items, 1 dropped"]
    assert [row["outcome"][:9] for row in found][4:] == ["rejected:", "fallback:", "ok"]
    assert [row["wrote"] for row in found] == [
        "notes = one two",
        "",
        "notes = two",
        'notes = ["one\\ntwo","two"]',
        "",
        "route = b",
        "done = true",
    ]
    assert all("\n" not in cell for row in rows(run.trace) for cell in row)


def test_a_transition_says_where_it_led_and_a_command_how_it_ended() -> None:
    @transition(source="a", target="b", actor="deterministic")
    def go() -> Command[CommandResult]:
        return cli("true")

    run = World().bind(workflow("ways", go, initial="a", final=["b"])).run({})
    assert rows(run.trace) == [("go → b", "1", "ok, exit code 0", "", "", "", "0.000")]
