"""The trace of a run that an application writes: as it happens, to its end, and on in the same file."""

from pathlib import Path

import pytest

from chaindsl import ChainDslError, ChainError, FromActor, State, chain, step, transition, workflow
from chaindsl.trace.jsonl import TraceFileError, read_trace
from chaindsl.trace.trace_file import TraceFile


@step(writes="loud")
def shout(word: str) -> str:
    return word.upper()


@step(writes="number", max_attempts=1)
def count(loud: str) -> int:
    return int(loud)


@step(writes="line")
def repeat(number: int, times: int) -> int:
    return number * times


FLOW = chain("flow", shout, count, repeat, inputs={"word": str, "times": int}, outputs=["line"])


def test_a_run_that_failed_is_in_the_file_and_replays(tmp_path: Path) -> None:
    with pytest.raises(ChainError) as failed:
        FLOW.run({"word": "a", "times": 3}, on_event=TraceFile(tmp_path / "run.jsonl"))
    assert failed.value.run is not None
    found = read_trace(tmp_path / "run.jsonl")
    assert (found.head["run"], found.head["flow"]) == (failed.value.run.id, "flow")
    assert [(one["step"], one["ok"]) for one in found.records] == [("shout", True), ("count", False)]
    assert found.end is not None
    assert (found.end["status"], found.end["error"]["code"]) == ("failed", "step-failed")
    assert FLOW.replay(found).differences == ()


def test_what_has_happened_is_in_the_file_before_the_next_thing_does(tmp_path: Path) -> None:
    path, seen = tmp_path / "run.jsonl", []

    @step(writes="there")
    def look(loud: str) -> int:
        found = read_trace(path)
        seen.append((list(found.given), [one["step"] for one in found.records], found.end))
        return 1

    chain("looking", shout, look, inputs={"word": str}).run({"word": "a"}, on_event=TraceFile(path))
    assert seen == [(["word"], ["shout"], None)]


@transition(source="new", target="sent", actor="agent", writes="note")
def send(word: str, reason: FromActor[str]) -> str:
    return word + reason


LETTER = workflow(
    "letter", send, initial="new", final=["sent"], inputs={"word": str}, states=[State("new", goal="Say why.")]
)


def test_a_run_that_waited_goes_on_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    runner = LETTER.bind()
    run = runner.run({"word": "a"}, on_event=TraceFile(path))
    waiting = read_trace(path)
    assert waiting.end is not None
    assert (waiting.end["status"], waiting.records) == ("waiting", ())
    runner.submit(run, "send", {"reason": "b"})
    done = read_trace(path)
    assert done.end is not None
    assert (done.end["status"], [one["output"] for one in done.records]) == ("completed", ["ab"])
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:-1]))
    assert read_trace(path).end is None  # it went on after it had waited, and what became of it is not known


def test_each_run_has_a_file_where_the_path_names_it(tmp_path: Path) -> None:
    heard = TraceFile(tmp_path / "{run}.jsonl")
    runs = [chain("short", shout, inputs={"word": str}).run({"word": word}, on_event=heard) for word in "ab"]
    assert [read_trace(tmp_path / f"{run.id}.jsonl").records[0]["output"] for run in runs] == ["A", "B"]


def test_a_second_run_does_not_take_the_file_of_the_first(tmp_path: Path) -> None:
    heard = TraceFile(tmp_path / "run.jsonl")
    flow = chain("short", shout, inputs={"word": str})
    run = flow.run({"word": "a"}, on_event=heard)
    with pytest.raises(TraceFileError, match=f"has the trace of run {run.id}"):
        flow.run({"word": "b"}, on_event=heard)
    assert read_trace(tmp_path / "run.jsonl").head["run"] == run.id


def test_a_file_that_can_not_be_written_ends_the_run(tmp_path: Path) -> None:
    with pytest.raises(ChainDslError, match="can't be written"):
        FLOW.run({"word": "a", "times": 3}, on_event=TraceFile(tmp_path / "no" / "run.jsonl"))
