"""The flow of today with yesterday's answers: the same end, and where it is another, what is."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from pydantic import SecretStr

from chaindsl import __version__
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.step import step
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.runtime.answers import Difference
from chaindsl.runtime.definition import Definition
from chaindsl.runtime.failure import ChainError, InputError
from chaindsl.runtime.replay import NoReplay, replay
from chaindsl.runtime.run import Run
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.status import Status
from chaindsl.trace.head import head
from chaindsl.trace.jsonl import TraceWriter, read_trace
from chaindsl.trace.stored import StoredTrace
from chaindsl.vocabulary.actor import FromActor
from chaindsl.vocabulary.model import Complete
from chaindsl.vocabulary.prompt import prompt
from tests.runtime.flows import LIST, Flaky, definitions, side_by_side
from tests.runtime.world import World, lines


def recorded(runner: Runner, values: dict[str, Any], *choices: tuple[Any, ...]) -> Run:
    """Run to the end or to a failure, through the choices: transition, arguments, actor."""
    made = runner.begin(values)
    with suppress(ChainError):
        runner.proceed(made)
        for name, arguments, actor in choices:
            runner.submit(made, name, arguments, actor=actor)
    return made


def stored(run: Run, runner: Runner) -> StoredTrace:
    """The trace of a run, written to a file and read back."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "trace.jsonl"
        began = datetime(2026, 1, 1, tzinfo=UTC)
        with TraceWriter(file, head(run.id, runner.graph, written_by=__version__, began=began)) as writer:
            for record in run.trace:
                writer(record)
        return read_trace(file)


def traced(flow: Flow, **tools: Any) -> tuple[Run, StoredTrace]:
    runner = flow.bind(**tools)
    made = recorded(runner, {"word": "a"})
    return made, stored(made, runner)


def asking(text: str = "Say {word} once.", *, broken: bool = False, more: bool = False) -> Flow:
    """Two steps that ask, one that calls out, one that only computes."""
    ask = prompt("ask", version="1", text=text)

    @step(writes="first", prompt=ask)
    def first(word: str, *, complete: Complete) -> str:
        return complete(ask.format(word=word))

    @step(writes="sent", effect=True, max_attempts=1)
    def send(first: str) -> str:
        if broken:
            raise OSError("no network")
        return f"sent {first}"

    @step(writes="second", max_calls=2)
    def second(first: str, sent: str, *, complete: Complete) -> str:
        return complete(f"{first}?") + (complete("more") if more else "")

    return chain("asking", first, send, second, inputs={"word": str}, outputs=["first", "second"])


@step(writes="loud")
def shout(word: str) -> str:
    return word.upper()


def test_the_same_flow_gives_the_same_run_without_a_model() -> None:
    then, file = traced(asking(), complete=str.upper)
    found = asking(broken=True).replay(file)  # what was sent is not sent again
    assert (found.differences, lines(found.run.trace)) == ((), lines(then.trace))
    assert found.run.outputs == then.outputs


def test_an_edited_prompt_and_what_follows_from_it() -> None:
    _, file = traced(asking(), complete=str.upper)
    found = asking("Say {word} twice.", more=True).replay(file)
    assert found.differences == (
        Difference("asking/first", None, 1, "prompt", "Say a once.", "Say a twice."),
        Difference("asking/second", None, 1, "call", None, "more"),
        Difference("asking/second", None, 1, "step", '"SAY A ONCE.?"', None),
    )
    assert found.run.status is Status.FAILED
    assert found.run.error is not None
    assert "asks complete once more than was recorded" in str(found.run.error)


def test_a_step_may_ask_for_real_and_what_stands_before_a_step_is_taken_from_the_trace() -> None:
    _, file = traced(asking(), complete=str.upper)
    asked: list[str] = []

    def model(text: str, /) -> str:
        asked.append(text)
        return "real"

    found = asking("Say {word} twice.").replay(file, start="second", live=["second"], complete=model)
    assert (found.run.outputs, asked) == ({"first": "SAY A ONCE.", "second": "real"}, ["SAY A ONCE.?"])
    assert found.differences == (Difference("asking/second", None, 1, "output", '"SAY A ONCE.?"', '"real"'),)


def test_a_failed_run_fails_the_same_way_again() -> None:
    then, file = traced(asking(broken=True), complete=str.upper)
    found = asking().replay(file)
    assert (found.run.status, found.differences) == (then.status, ())
    assert [(record.step, record.error) for record in found.run.trace] == [
        ("first", None),
        ("send", "OSError: no network"),
    ]


def test_decisions_are_taken_again() -> None:
    @transition(source="a", target="b", actor="deterministic", writes="n")
    def count(text: str) -> int:
        return len(text)

    @transition(source="b", target="c", actor="agent", writes="note")
    def note(n: int, reason: FromActor[str]) -> str:
        return reason * n

    @transition(source="c", target="d", actor="human")
    def close() -> None: ...

    flow = workflow("desk", count, note, close, initial="a", final=["d"], inputs={"text": str})
    runner = flow.bind()
    made = recorded(runner, {"text": "ab"}, ("note", {"reason": "x"}, "agent"), ("close", {}, "human"))
    file = stored(made, runner)
    for start in (None, "note", "close"):
        found = flow.replay(file, start=start)
        assert (found.run.status, found.run.outputs, found.differences) == (Status.COMPLETED, made.outputs, ())


def test_what_can_not_be_replayed() -> None:
    _, file = traced(asking(), complete=str.upper)
    with pytest.raises(NoReplay, match="one of asking, and not of other"):
        chain("other", shout, inputs={"word": str}).replay(file)
    with pytest.raises(NoReplay, match="has no step secnod"):
        asking().replay(file, start="secnod")
    with pytest.raises(InputError, match="does not fit"):
        asking().replay(file, values={"word": ["a"]})


def outcomes(run: Run) -> list[str]:
    """Every attempt and whether it failed; with what, a model's recorded failure only tells by name."""
    return sorted(line.partition(" failed: ")[0] for line in lines(run.trace))


@given(definitions())
def test_whatever_was_recorded_is_replayed_to_the_same_end(drawn: tuple[Definition, dict[str, int], int]) -> None:
    definition, failures, _ = drawn
    runner = Runner(definition, {"complete": Flaky(failures)}, environment=World().environment)
    values = {"list": LIST, "text": "text"}
    made = recorded(runner, values)
    found = replay(definition, stored(made, runner), {}, values=values, environment=World().environment)
    assert found.run.status is made.status
    if made.status is Status.FAILED and side_by_side(definition):
        return  # what else was begun when one failed is up to the clock
    assert outcomes(found.run) == outcomes(made)
    assert found.differences == ()


def test_a_trace_without_its_secrets_is_replayed_and_shows_none_of_today_s() -> None:
    ask = prompt("ask", version="1", text="Say {letter} once.")

    @step(writes="letter")
    def write(key: SecretStr) -> str:
        return f"use {key.get_secret_value()}"

    @step(writes="said", prompt=ask)
    def say(letter: str, *, complete: Complete) -> str:
        return complete(ask.format(letter=letter))

    @step(writes="sealed")
    def seal(key: SecretStr, *, complete: Complete) -> str:
        return complete(f"seal {key.get_secret_value()}")

    def echo(text: str, /) -> str:
        return text

    flow = chain("secret", write, say, seal, inputs={"key": SecretStr}, outputs=["said", "sealed"])
    runner = flow.bind(complete=echo)
    made = recorded(runner, {"key": "open sesame"})
    trace = stored(made, runner)
    assert "sesame" not in repr(trace)
    same = flow.replay(trace)
    assert same.run["said"] == "Say use [redacted] once."
    # No record has what a model answered to a step that reads a secret, so what the step makes of it is another.
    hidden = Difference("secret/seal", None, 1, "output", '"seal [redacted]"', '"[redacted]"')
    assert same.differences == (hidden,)
    other = flow.replay(trace, values={"key": "other sesame"}, live=["seal"], complete=echo)
    assert "sesame" not in repr(other.differences)
    assert "sesame" not in repr([record.to_data() for record in other.run.trace])
