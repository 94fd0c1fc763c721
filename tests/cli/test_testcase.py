"""`chaindsl testcase`: the test it writes passes, and fails when the step changes."""

import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded

FLOW = """
from dataclasses import dataclass
from chaindsl import Complete, chain, prompt, step

ASK = prompt("ask", version="1", text="Say {word}.")

@dataclass(frozen=True)
class Passage:
    source: str
    text: str

@step(writes="passages")
def find(word: str) -> list[Passage]:
    return [Passage("a.md", word), Passage("b.md", word * 2)]

@step(writes="said", prompt=ASK, each="passages", limit=5)
def ask(passage: Passage, word: str, *, complete: Complete) -> str:
    return complete(ASK.format(word=f"{word} of {passage.source}")).strip()

@step(writes="told")
def tell(said: list[str], *, sink) -> str:
    return sink(said)

talk = chain("talk", find, ask, tell, inputs={"word": str})
TOOLS = {"complete": lambda prompt: f" {prompt.upper()} ", "sink": "; ".join}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("talking.py").write_text(FLOW, encoding="utf-8")
    assert guarded(["run", "talking.py:talk", "word=hi", "--trace", "then.jsonl"]) == 0
    capsys.readouterr()
    return tmp_path


def tried(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_what_it_writes_passes_and_notices_a_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flow = ("--flow", "talking.py:talk")
    assert guarded(["testcase", "then.jsonl", "ask", "--item", "1", *flow, "-o", "test_ask.py"]) == 0
    assert guarded(["testcase", "then.jsonl", "find", *flow, "-o", "test_find.py"]) == 0
    assert "SAY HI OF B.MD." in Path("test_ask.py").read_text(encoding="utf-8")
    done = tried(folder)
    assert done.returncode == 0, done.stdout
    Path("talking.py").write_text(FLOW.replace("Say {word}.", "Shout {word}."), encoding="utf-8")
    done = tried(folder)
    assert "ask asks ['Shout hi of b.md.'], and asked ['Say hi of b.md.']" in done.stdout
    assert guarded(["testcase", "then.jsonl", "ask", *flow, "-o", "test_ask.py"]) == 2
    assert "not-written: -o test_ask.py: File exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("step", "said"),
    [("aks", "no-such-step: aks is not in this trace"), ("tell", "unrecorded-tool: tell uses sink")],
)
def test_what_can_not_be_written_is_one_line(step: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(["testcase", "then.jsonl", step, "--flow", "talking.py:talk"]) == 2
    assert said in capsys.readouterr().err
