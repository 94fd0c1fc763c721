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
