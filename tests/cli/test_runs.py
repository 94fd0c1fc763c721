"""`chaindsl runs` and `chaindsl approve`: stored runs on the command line, a person at a real terminal."""

import json
import os
import pty
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from chaindsl.cli import approve
from chaindsl.cli.main import guarded
from chaindsl.trace.jsonl import read_trace

FLOWS = """
from pathlib import Path
from chaindsl import FromActor, State, chain, step, transition, workflow

@transition(source="made", target="judged", actor="deterministic", writes="score")
def score(text: str) -> int:
    print("noise")
    return len(text)

@transition(source="judged", target="sent", actor="agent", writes="note")
def send(score: int, reason: FromActor[str], times: FromActor[int] = 1) -> str:
    return reason * times

@transition(source="judged", target="dropped", actor="human", writes="note")
def drop(score: int, reason: FromActor[str]) -> str:
    if Path("broken").exists():
        raise OSError("no disk")
    return reason

letter = workflow(
    "letter", score, send, drop, initial="made", final=["sent", "dropped"], inputs={"text": str},
    states=[State("judged", goal="Decide.")],
)
"""


class Shell:
    """The command line in a folder of its own, with a store there."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture
        (folder / "flows.py").write_text(FLOWS, encoding="utf-8")

    def __call__(self, *arguments: str, status: int = 0) -> str:
        self._capture.readouterr()
        found = guarded(list(arguments))
        said = self._capture.readouterr()
        assert found == status, said.out + said.err
        return said.out if status == 0 else said.out + said.err

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "--json"))

    def typed(self, answer: str, *arguments: str) -> tuple[int, str]:
        """Run a command at a terminal, and answer with the code it shows, or with something else."""
        pid, terminal = pty.fork()
        if not pid:  # pragma: no cover  the child
            os.execv(sys.executable, [sys.executable, "-m", "chaindsl.cli.main", *arguments])
        shown = b""
        while b"type" not in shown or not shown.rstrip().endswith(b":"):
            shown += os.read(terminal, 1_000)
        code = re.search(rb"type (\w+):", shown)
        assert code is not None
        os.write(terminal, (code[1].decode() if answer == "code" else answer).encode() + b"\n")
        try:
            while more := os.read(terminal, 1_000):
                shown += more
        except OSError:
            pass  # the terminal is closed with its last program
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode()


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CHAINDSL_STORE", str(tmp_path / "runs.db"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(approve, "TERMINAL", str(tmp_path / "no terminal"))
    return Shell(tmp_path, capfd)


def test_a_run_goes_from_hand_to_hand(shell: Shell, tmp_path: Path) -> None:
    started = shell.json("runs", "start", "flows.py:letter", "text=hello", "--key", "k")
    run = started["run"]["id"]
    assert (started["status"], started["stopped"], started["run"]["state"]) == ("waiting", "decision", "judged")
    assert shell.json("runs", "start", "flows.py:letter", "text=hello", "--key", "k") == started
    assert [(head["id"], head["status"], head["key"]) for head in shell.json("runs", "list")] == [(run, "waiting", "k")]
    assert shell.json("runs", "list", "--status", "failed") == []
    shown = shell("runs", "show", run)
    assert f"run {run} of letter: waiting in state judged (decision); revision 1" in shown
    assert "agent: send – send; tell it reason, times" in shown
    done = shell.json("runs", "submit", run, "send", "reason=7", "times=2", "--flow", "flows.py:letter")
    assert (done["status"], done["outputs"]) == ("completed", {"score": 5, "note": "77"})
    shell("runs", "export", run, "-o", "run.jsonl")
    trace = read_trace(tmp_path / "run.jsonl")
    assert [(record["step"], record["output"], record["reads"]) for record in trace.records] == [
        ("score", 5, {"text": "hello"}),
        ("send", "77", {"score": 5}),
    ]
    assert trace.end is not None
    assert (trace.end["status"], trace.end["stopped"]) == ("completed", "final state")
    assert "score → judged" in shell("trace", "show", "run.jsonl")
    assert shell("runs", "verify") == "All is as it was written.\n"
    assert shell("runs", "prune", "--older-than", "0") == "1 run deleted.\n"
    assert shell("runs", "list") == "No runs.\n"


def test_a_person_decides_at_a_terminal(shell: Shell) -> None:
    run = shell.json("runs", "start", "flows.py:letter", "text=hello")["run"]["id"]
    decide = ("approve", run, "drop", "reason=too short", "--flow", "flows.py:letter")
    status, shown = shell.typed("wrong", *decide)
    assert (status, "wrong-code" in shown) == (2, True)
    status, shown = shell.typed("", *decide)
    assert (status, "not-approved" in shown) == (2, True)
    status, shown = shell.typed("code", *decide)
    assert status == 0
    assert "goal: Decide." in shown
    assert 'reason: "too short"' in shown
    assert "score = 5" in shown
    assert shell.json("runs", "show", run)["run"]["state"] == "dropped"


def test_a_failure_is_taken_up_again(shell: Shell, tmp_path: Path) -> None:
    run = shell.json("runs", "start", "flows.py:letter", "text=hello")["run"]["id"]
    (tmp_path / "broken").touch()
    status, shown = shell.typed("code", "approve", run, "drop", "reason=x", "--flow", "flows.py:letter")
    assert (status, "failed" in shown) == (1, True)
    assert "go on: drop" in shell("runs", "show", run, status=1)
    (tmp_path / "broken").unlink()
    assert shell.json("runs", "retry", run, "--flow", "flows.py:letter")["status"] == "completed"


def test_what_is_wrong_is_one_line(shell: Shell) -> None:
    run = shell.json("runs", "start", "flows.py:letter", "text=hello")["run"]["id"]
    flow = ("--flow", "flows.py:letter")
    for arguments, said in (
        (("runs", "show", "nothing"), "no-run: there is no run nothing"),
        (("runs", "submit", run, "drop", "reason=x", *flow), "wrong-actor: drop is for a human to decide"),
        (("runs", "submit", run, "sned", *flow), "unknown-transition: letter has no transition sned"),
        (("runs", "submit", run, "send", "resaon=x", *flow), "unknown-input: send takes no resaon"),
        (("runs", "submit", run, "send", "reason", *flow), "bad-pair: 'reason' is no input"),
        (("runs", "retry", run, *flow), "wrong-status: run"),
        (("runs", "list", "--store", "mysql://x"), "bad-address"),
        (("approve", run, "drop", "reason=x", *flow), "no-terminal"),
    ):
        found = shell(*arguments, status=2)
        assert said in found
    assert shell("runs", "resume", *flow) == "0 runs of letter taken up.\n"
    assert "cancelled" in shell("runs", "cancel", run)


def test_a_fork_begins_in_the_middle(shell: Shell) -> None:
    run = shell.json("runs", "start", "flows.py:letter", "text=hello")["run"]["id"]
    shell("runs", "submit", run, "send", "reason=x", "--flow", "flows.py:letter")
    forked = shell.json("fork", run, "score=9", "--from", "send", "--flow", "flows.py:letter")
    assert (forked["status"], forked["run"]["state"]) == ("waiting", "judged")
    done = shell.json("runs", "submit", forked["run"]["id"], "send", "reason=y", "--flow", "flows.py:letter")
    assert done["outputs"] == {"score": 9, "note": "y"}
    anew = shell.json("fork", run, "text=hello", "--from", "score", "--flow", "flows.py:letter")
    assert [(one["wrote"], one["value"]) for one in anew["chain"]] == [("score", "5")]
    assert "not-begun" in shell("fork", run, "--from", "drop", "--flow", "flows.py:letter", status=2)


def test_traces_of_stored_runs_are_shown_and_compared(shell: Shell, tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "runs.db"))
    one, other = (
        shell.json("runs", "start", "flows.py:letter", f"text={text}")["run"]["id"]
        for text in ("hello", "good morning")
    )
    assert "score = 5" in shell("trace", "show", one, *store)
    said = shell("trace", "diff", one, other, *store, status=1)
    assert "first difference: score" in said
    assert shell("trace", "diff", one, one, *store)
    assert "wrote one.html" in shell("trace", "html", one, *store, "-o", "one.html")
    assert "no-run: there is no run nothing" in shell("trace", "show", "nothing", *store, status=2)


SECRET = """
from pathlib import Path
from pydantic import SecretStr
from chaindsl import chain, step

@step(writes="n")
def count(word: str) -> int:
    return len(word)

@step(writes="size", max_attempts=1)
def use(n: int, password: SecretStr) -> int:
    if not Path("mended").exists():
        raise OSError("busy")
    return n + len(password.get_secret_value())

login = chain("login", count, use, inputs={"word": str, "password": SecretStr})
"""


def test_what_was_redacted_is_given_again_at_the_terminal(shell: Shell) -> None:
    Path("login.py").write_text(SECRET, encoding="utf-8")
    shell("runs", "start", "login.py:login", "word=ab", "password=sesame street", status=1)
    (run,) = shell.json("runs", "list", "--flow", "login")
    retry = ("runs", "retry", run["id"], "--flow", "login.py:login")
    Path("mended").touch()
    hint = "give it as password=… at the terminal, in Python redacted={'password': …}"
    assert hint in shell(*retry, status=2)
    assert "the run has its word already" in shell(*retry, "word=abc", status=2)
    assert shell.json(*retry, "password=sesame street")["outputs"] == {"size": 15}
