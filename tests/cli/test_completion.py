"""`chaindsl completion`: what real shells complete, and that nothing is imported or written for it."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from chaindsl.cli import main as door
from chaindsl.cli.main import COMMANDS

FLOWS = """\
from chaindsl import chain, step

raise SystemExit("this file must not be imported")


@step(writes="answer")
def reply(question: str, topic: str) -> str:
    return question


qa = chain("qa", reply, inputs={"question": str, "topic": str}, outputs=["answer"])
quiz = chain("quiz", reply, inputs={"question": str, "topic": str}, outputs=["answer"])
"""
PROMPT = "ready>"
SECONDS = 120


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "flows.py").write_text(FLOWS)
    (tmp_path / "plain.py").write_text("x = 1\n")
    (tmp_path / "more things").mkdir()
    (tmp_path / "more things/other.py").write_text(FLOWS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CHAINDSL_STORE", raising=False)
    return tmp_path


def offered(line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What bash is told when a line is typed so far, without the kind."""
    monkeypatch.setenv("_CHAINDSL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_LINE", line)
    monkeypatch.setenv("COMP_POINT", str(len(line)))
    monkeypatch.setenv("COMP_BREAKS", " \t\n\"'@><=;|&(:")
    assert door.guarded([]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return [one.removeprefix("plain,") for one in out.splitlines()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("chaindsl do", ["docs", "doctor"]),
        ("chaindsl draw fl", ["flows.py:qa", "flows.py:quiz"]),
        ("chaindsl draw flows.py:", ["qa", "quiz"]),
        ("chaindsl draw flows.py:qu", ["quiz"]),
        ("chaindsl draw mo", ["more\\ things/"]),
        ("chaindsl draw 'more things/", ["more\\ things/other.py:qa", "more\\ things/other.py:quiz"]),
        ("chaindsl draw pl", []),
        ("chaindsl draw nowhere/", []),
        ("chaindsl run flows.py:qa ", ["question=", "topic="]),
        ("chaindsl run flows.py:qa --model o", ["openai:"]),
        ("chaindsl runs start flows.py:qa top", ["topic="]),
        ("chaindsl rule CD10", ["CD101", "CD102", "CD103", "CD104", "CD105", "CD106", "CD107", "CD108", "CD109"]),
        ("chaindsl check --select CD101,CD11", ["CD101,CD110", "CD101,CD111"]),
        ("chaindsl check --output-format j", ["json", "json-lines", "junit"]),
        ("chaindsl check --output-fo", ["--output-format"]),
        ("chaindsl lock fl", ["dir,fl"]),
        ("chaindsl check fl", ["file,fl"]),
        ("chaindsl nothing fl", []),
        ("chaindsl runs show ", []),
        ("chaindsl runs ver", ["verify"]),
        ("chaindsl completion f", ["fish"]),
        ("chaindsl run 'broken", []),
    ],
)
def test_what_is_offered(
    line: str, expected: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(folder.rglob("*"))
    assert offered(line, monkeypatch, capsys) == expected
    assert sorted(folder.rglob("*")) == before


def test_commands_are_all_offered(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered("chaindsl ", monkeypatch, capsys) == sorted(COMMANDS)


def test_runs_come_from_the_store(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "flows.py").write_text(FLOWS.replace('raise SystemExit("this file must not be imported")', ""))
    assert door.guarded(["runs", "start", "flows.py:qa", "question=x", "topic=y"]) == 0
    run = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("run ")).split()[1]
    assert offered(f"chaindsl runs show {run[:4]}", monkeypatch, capsys) == [run]
    assert offered("chaindsl runs show --store elsewhere.db ", monkeypatch, capsys) == []


def test_an_unknown_shell_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert door.guarded(["completion", "tcsh"]) == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err
    monkeypatch.setenv("_CHAINDSL_COMPLETE", "tcsh_complete")
    assert door.guarded([]) == 2


class Typed:
    """A shell on a terminal of its own, at which somebody types."""

    def __init__(self, folder: Path, *command: str, setup: str) -> None:
        self.terminal, theirs = pty.openpty()
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        self.process = subprocess.Popen(
            command, cwd=folder, env=os.environ | {"PATH": path, "TERM": "dumb", "PS1": PROMPT},
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.until(PROMPT)
        self.type(f"{setup}\n", PROMPT)

    def type(self, text: str, expected: str) -> str:
        """Type something and return what is shown until the expected text was."""
        os.write(self.terminal, text.encode())
        return self.until(expected)

    def until(self, expected: str) -> str:
        shown, end = "", time.monotonic() + SECONDS
        while expected not in shown:
            ready, _, _ = select.select([self.terminal], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{expected!r} is not shown, but {shown!r}"
            shown += os.read(self.terminal, 4096).decode(errors="replace")
        return shown

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


@pytest.fixture
def bash(folder: Path) -> Iterator[Typed]:
    shell = Typed(folder, "bash", "--norc", "--noprofile", "-i", setup='eval "$(chaindsl completion bash)"')
    yield shell
    shell.end()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_what_is_typed(bash: Typed) -> None:
    """What is expected is what bash adds to what was typed; the control character clears the line before."""
    bash.type("chaindsl comp\t", "letion ")
    bash.type("\x15chaindsl draw fl\t", "ows.py:q")
    bash.type("\x15chaindsl draw flows.py:qu\t", "iz ")
    bash.type("\x15chaindsl run flows.py:qa to\t", "pic=")
    bash.type("\x15chaindsl check pl\t", "ain.py ")
    bash.type("\x15chaindsl draw mo\t", "re\\ things/")


@pytest.mark.skipif(shutil.which("zsh") is None, reason="no zsh here")
def test_zsh_asks_what_its_script_says(folder: Path) -> None:
    script = (
        'compdef() { :; }; compadd() { print -l -- ${(P)@[-1]}; }; eval "$(chaindsl completion zsh)"; '
        "words=(chaindsl draw fl); CURRENT=3; _chaindsl_completion"
    )
    assert shell_prints(folder, "zsh", "-fc", script) == "flows.py:qa\nflows.py:quiz\n"


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
def test_fish_completes(folder: Path) -> None:
    script = "chaindsl completion fish | source; complete --do-complete 'chaindsl draw fl'"
    assert shell_prints(folder, "fish", "--no-config", "-c", script) == "flows.py:qa\nflows.py:quiz\n"


def shell_prints(folder: Path, *command: str) -> str:
    kept = {"HOME": str(folder), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=folder, env=kept, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
