"""The layout program is found, limited in time, and its failures say what to do."""

import os
import sys
import time
from pathlib import Path

import pytest

from chaindsl.draw.program import INSTALL, lay_out, programs
from chaindsl.errors import ChainDslError


def program(folder: Path, name: str, body: str) -> str:
    path = folder / name
    path.write_text(f"#!{sys.executable}\nimport os, subprocess, sys, time\n{body}\n")
    path.chmod(0o755)
    return str(path)


def refusal(found: str, seconds: float = 30) -> tuple[str, str, str | None]:
    with pytest.raises(ChainDslError) as refused:
        lay_out(found, "digraph {}", "svg", seconds=seconds)
    issue = refused.value.issue
    return issue.code, issue.message.replace(found, "PROGRAM"), issue.hint


def test_the_wheel_brings_a_program_that_lays_out() -> None:
    wheel = programs()[-1]
    assert Path(wheel).stem == "graphviz-pure"
    assert b"<title>a&#45;&gt;b</title>" in lay_out(wheel, "digraph { a -> b }", "svg")
    assert lay_out(wheel, "digraph { a -> b }", "png", "-Gdpi=40").startswith(b"\x89PNG")


def test_graphviz_itself_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dot = program(tmp_path, "dot", "")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert programs()[0] == dot
    assert [Path(found).stem for found in programs()] == ["dot", "graphviz-pure"]


def test_the_wheel_is_found_beside_python_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert [Path(found).stem for found in programs()] == ["graphviz-pure"]


def test_what_a_program_is_given(tmp_path: Path) -> None:
    echo = program(tmp_path, "echo", "print(sys.argv[1:], sys.stdin.read())")
    assert lay_out(echo, "digraph { é }", "svg", "-Gdpi=9").decode() == "['-Tsvg', '-Gdpi=9'] digraph { é }\n"


def test_a_failure_says_what_the_program_said(tmp_path: Path) -> None:
    found = program(tmp_path, "fails", "sys.exit('Format: \"svg\"\\n  not recognized')")
    assert refusal(found) == ("draw-failed", 'PROGRAM -Tsvg failed: Format: "svg" not recognized', INSTALL)


def test_silence_is_a_failure(tmp_path: Path) -> None:
    assert refusal(program(tmp_path, "silent", "")) == ("draw-failed", "PROGRAM -Tsvg failed: it says nothing", INSTALL)


def test_one_that_can_not_be_run(tmp_path: Path) -> None:
    (tmp_path / "dot").write_text("")
    assert refusal(str(tmp_path / "dot")) == ("draw-failed", "PROGRAM can't be run: Permission denied", INSTALL)


def test_one_that_takes_too_long_ends_with_all_it_started(tmp_path: Path) -> None:
    child = tmp_path / "child"
    found = program(
        tmp_path,
        "slow",
        f"inner = subprocess.Popen(['sleep', '60'])\nopen({str(child)!r}, 'w').write(str(inner.pid))\ntime.sleep(60)",
    )
    code, message, _ = refusal(found, 3)
    assert (code, message) == ("draw-too-slow", "PROGRAM did not end within 3 s")
    assert ended(int(child.read_text()))


def ended(pid: int) -> bool:
    """Whether a process is gone, or dead and not yet collected; it has a while to go."""
    for _ in range(200):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.05)
    return False
