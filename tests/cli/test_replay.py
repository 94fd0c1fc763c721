"""`chaindsl replay`: the flow of today beside a trace, without a model."""

import json
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded

FLOW = """
from chaindsl import Complete, chain, prompt, step

ASK = prompt("ask", version="1", text="Say {word}.")

@step(writes="said", prompt=ASK)
def ask(word: str, *, complete: Complete) -> str:
    return complete(ASK.format(word=word))

@step(writes="told", effect=True, max_attempts=1)
def tell(said: str) -> str:
    raise OSError("no network")

talk = chain("talk", ask, tell, inputs={"word": str})
TOOLS = {"complete": str.upper}
"""


@pytest.fixture
def trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("flows.py").write_text(FLOW, encoding="utf-8")
    assert guarded(["run", "flows.py:talk", "word=hello", "--trace", "then.jsonl"]) == 1
    capsys.readouterr()
    return tmp_path / "then.jsonl"


@pytest.mark.usefixtures("trace")
def test_a_failed_run_fails_the_same_way_offline(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["replay", "then.jsonl", "--flow", "flows.py:talk"]) == 0
    said = capsys.readouterr().out
    assert "OSError: no network" in said
    assert said.endswith("As it was recorded.\n")


@pytest.mark.usefixtures("trace")
def test_what_differs_is_said_and_exits_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    Path("later.py").write_text(FLOW.replace("Say {word}.", "Shout {word}."), encoding="utf-8")
    assert guarded(["replay", "then.jsonl", "--flow", "later.py:talk", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "status": "failed",
        "differences": [
            {
                "path": "talk/ask",
                "item": None,
                "attempt": 1,
                "what": "prompt",
                "then": "Say hello.",
                "now": "Shout hello.",
            }
        ],
    }


@pytest.mark.usefixtures("trace")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.jsonl"], "trace-unreadable"),
        (["flows.py"], "trace-damaged"),
        (["then.jsonl", "--from", "tel"], "no-such-step: talk has no step tel"),
        (["then.jsonl", "--tool", "other=a:b"], "unknown-tool"),
        (["then.jsonl", "--live", "ask", "--model", "nobody"], "nobody"),
    ],
)
def test_what_can_not_be_done_is_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["replay", *arguments, "--flow", "flows.py:talk"]) == 2
    found = capsys.readouterr().err
    assert said in found
    assert found.count("\n") == 1


LATER = """
from chaindsl import Complete, chain, prompt, step

ASK = prompt("ask", version="1", text="Say {word}.")

@step(writes="said", prompt=ASK)
def ask(word: str, *, complete: Complete) -> str:
    return complete(ASK.format(word=word))

@step(writes="number", max_attempts=1)
def count(said: str) -> int:
    return int(said)

@step(writes="line")
def tell(number: int, times: int, word: str) -> str:
    return word * times

late = chain("late", ask, count, tell, inputs={"word": str, "times": int}, outputs=["line"])
TOOLS = {"complete": str.upper}
"""


@pytest.fixture
def late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("late.py").write_text(LATER, encoding="utf-8")
    assert guarded(["run", "late.py:late", "word=hello", "times=3", "--trace", "late.jsonl"]) == 1
    capsys.readouterr()


@pytest.mark.usefixtures("late")
def test_an_input_that_nothing_had_read_when_the_run_failed_is_in_its_trace(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["replay", "late.jsonl", "--flow", "late.py:late"]) == 0
    assert capsys.readouterr().out.endswith("As it was recorded.\n")
    lines = [json.loads(line) for line in Path("late.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if line["kind"] == "value"] == [
        {"kind": "value", "revision": 1, "key": "word", "input": True, "value": "hello"},
        {"kind": "value", "revision": 2, "key": "times", "input": True, "value": 3},
    ]


@pytest.mark.usefixtures("late")
def test_an_exported_run_that_failed_replays(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["runs", "start", "late.py:late", "word=hello", "times=3", "--store", "runs.db", "--json"]) == 1
    run = json.loads(capsys.readouterr().out)["run"]["id"]
    assert guarded(["runs", "export", run, "--store", "runs.db", "-o", "kept.jsonl"]) == 0
    assert guarded(["replay", "kept.jsonl", "--flow", "late.py:late"]) == 0
    assert capsys.readouterr().out.endswith("As it was recorded.\n")


@pytest.mark.usefixtures("late")
def test_what_a_trace_does_not_have_whole_is_given_at_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in Path("late.jsonl").read_text(encoding="utf-8").splitlines()]
    older = [line for line in lines if line.get("key") != "times"]
    cut = [{**line, "value": "hel", "cut": 5} if line.get("key") == "word" else line for line in older]
    Path("cut.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in cut), encoding="utf-8")
    assert guarded(["replay", "cut.jsonl", "--flow", "late.py:late"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line.partition("late needs ")[2].split()[0] for line in said] == ["word", "times"]
    hint = "The record does not have it: give it as times=… at the terminal, in Python values={'times': …}"
    assert said[1].endswith(f"late.py:18). {hint}")
    assert guarded(["replay", "cut.jsonl", "word=hello", "times=3", "--flow", "late.py:late"]) == 0
    assert capsys.readouterr().out.endswith("As it was recorded.\n")


@pytest.mark.usefixtures("late")
def test_a_value_at_the_terminal_goes_before_that_of_the_trace(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["replay", "late.jsonl", "word=bye", "--flow", "late.py:late"]) == 1
    assert "now:  Say bye." in capsys.readouterr().out
    assert guarded(["replay", "late.jsonl", "words=bye", "--flow", "late.py:late"]) == 2
    assert "unknown-input: no input is called words" in capsys.readouterr().err
