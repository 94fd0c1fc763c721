"""`chaindsl run --live`: all steps on a terminal while they run, lines everywhere else."""

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from chaindsl.cli.live import LiveSteps
from chaindsl.cli.main import guarded
from chaindsl.language.blocks import branch, repeat
from chaindsl.language.chain import chain
from chaindsl.language.step import step
from chaindsl.trace.record import Record
from chaindsl.view.ahead import at_work
from chaindsl.view.attempt import Attempt
from tests.runtime.world import World
from tests.view.runs import ANSWERS, PAGES, REPORT, timed

FLOWS = """
import time
from chaindsl import chain, step

@step(writes="b")
def first(a: str) -> str:
    time.sleep(0.4)
    return a + "1"

@step(writes="c")
def second(b: str) -> str:
    time.sleep(0.4)
    print("printed by a step")
    return b + "2"

slow = chain("slow", first, second, inputs={"a": str})
"""
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows_of_live.py").write_text(FLOWS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    return tmp_path


def frames(height: int = 40) -> list[list[str]]:
    """What is shown before a run, and after each of its records."""
    world = World()
    console = Console(file=io.StringIO(), force_terminal=True, width=100, height=height, color_system=None)
    shown = LiveSteps(REPORT.graph, console)
    found: list[list[str]] = []

    def take() -> None:
        with console.capture() as capture:
            console.print(shown.render())
        found.append([line.rstrip() for line in capture.get().splitlines()][1:])

    take()

    def heard(record: Record) -> None:
        shown.heard(record)
        take()

    world.bind(REPORT, complete=timed(world, ANSWERS)).run(PAGES, on_record=heard)
    return found


def test_every_step_is_there_from_the_start_and_the_one_at_work_is_marked() -> None:
    found = frames()
    names = ["extract", "write", "judge", "revise", "publish/route", "publish/print_long", "publish/print_short"]
    assert [line.split()[1] for line in found[0]] == names
    assert found[0][:2] == ["…  extract              running", "·  write"]
    assert [line.split()[0] for line in found[-1]] == ["↻", "↻", "✓", "✓", "◆", "·", "✓"]
    marked = [[line.split()[1] for line in frame if line.startswith("…")] for frame in found]
    assert marked == [
        ["extract"],  # before anything
        ["extract"],  # one item is done
        ["extract"],  # the other has failed
        ["extract"],  # and is done
        ["write"],
        ["write"],  # rejected
        ["judge"],
        [],  # the loop may be over
        [],  # the round is over
        [],
        [],  # a branch
        [],
    ]


def test_what_does_not_fit_on_the_terminal_is_left_out_around_the_step_at_work() -> None:
    found = frames(height=7)
    assert {len(frame) for frame in found} == {3}
    assert [line.split()[1] for line in found[5]] == ["extract", "write", "judge"]


def test_after_a_step_the_next_is_at_work_where_that_is_certain() -> None:
    @step(writes="b")
    def one(a: str) -> str:
        return a

    @step(writes="c")
    def two(b: str) -> bool:
        return True

    @step(writes="d")
    def three(b: str) -> str:
        return b

    flow = chain("f", one, repeat(two, until="c", limit=2), branch("c", {True: three, False: []}), inputs={"a": str})

    def after(name: str) -> object:
        data = {"flow": "f", "step": name, "item": None, "ok": True}
        return at_work(flow.graph, Attempt(1, data))

    assert at_work(flow.graph, None) == ("f", "one")
    assert after("one") == ("f", "two")
    assert after("two") is None


def test_without_a_terminal_there_are_lines(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["run", "flows_of_live.py:slow", "a=x", "--live"]) == 0
    out, err = capfd.readouterr()
    assert err.splitlines() == ["slow: first: ok; b = x1", "slow: second: ok; c = x12"]
    assert out.splitlines()[-1] == "  x12"


def test_on_a_terminal_the_steps_are_drawn_and_gone_at_the_end(folder: Path) -> None:
    mine, theirs = pty.openpty()
    command = [sys.executable, "-m", "chaindsl.cli.main", "run", "flows_of_live.py:slow", "a=x", "--live"]
    environment = {**os.environ, "COLUMNS": "80", "LINES": "24", "TERM": "xterm", "PYTHONSAFEPATH": "1"}
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        printed = "".join(chunks(mine))
    os.close(mine)
    assert process.returncode == 0
    plain = CODES.sub("", printed)
    assert re.search(r"slow: 0 of 2 steps, \d\.\d s", plain)
    assert re.search(r"… +first +running", plain)
    assert re.search(r"✓ +first +b = x1", plain)
    assert "slow: completed (end of chain)" in plain
    assert plain.count("printed by a step") == 1


def chunks(descriptor: int) -> Iterator[str]:
    """What a terminal got until its program ended, which Linux tells as an error."""
    try:
        while chunk := os.read(descriptor, 4096):
            yield chunk.decode("utf-8", "replace")
    except OSError:
        return
