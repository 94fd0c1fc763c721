"""`chaindsl run --live`: all steps on a terminal while they run, lines everywhere else."""

import io
import re
import sys
from pathlib import Path

import pytest
from rich.console import Console

from chaindsl.cli.live import LiveSteps
from chaindsl.cli.main import guarded
from chaindsl.trace.event import CallBegan, Chunk, Event, RunEnded, StepBegan, StepEnded
from tests.cli.pseudo_terminal import on_terminal
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
    """What is shown before a run, and after each step began or ended."""
    world = World()
    console = Console(file=io.StringIO(), force_terminal=True, width=100, height=height, color_system=None)
    shown = LiveSteps(REPORT.graph, console)
    found: list[list[str]] = []

    def take() -> None:
        with console.capture() as capture:
            console.print(shown.render())
        found.append([line.rstrip() for line in capture.get().splitlines()][1:])

    take()

    def heard(event: Event) -> None:
        shown.heard(event)
        if isinstance(event, StepBegan | StepEnded):
            take()

    world.bind(REPORT, complete=timed(world, ANSWERS)).run(PAGES, on_event=heard)
    return found


def test_every_step_is_there_from_the_start_and_the_one_at_work_is_marked() -> None:
    found = frames()
    names = ["extract", "write", "judge", "revise", "publish/route", "publish/print_long", "publish/print_short"]
    assert [line.split()[1] for line in found[0]] == names
    assert found[0][:2] == ["·  extract", "·  write"]
    assert found[1][:2] == ["…  extract              running", "·  write"]
    assert [line.split()[0] for line in found[-1]] == ["↻", "↻", "✓", "✓", "◆", "·", "✓"]
    marked = [[line.split()[1] for line in frame if line.startswith("…")] for frame in found]
    # One of two items fails once, a draft is rejected once, there are two rounds; a whole list is no step of its own.
    begun = ["extract"] * 3 + ["write"] * 2 + ["judge", "revise", "judge", "publish/route", "publish/print_short"]
    assert [now for frame in marked for now in frame] == begun
    assert marked[0] == marked[-1] == []


def test_what_a_model_says_is_shown_while_it_says_it() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=100, height=9, color_system=None)
    shown = LiveSteps(REPORT.graph, console)

    def line_of(step: str) -> str:
        with console.capture() as capture:
            console.print(shown.render())
        return next(" ".join(line.split()) for line in capture.get().splitlines() if step in line)

    path = "report/round 2/publish/visit 3/route"
    shown.heard(StepBegan(path, None, 1))
    assert line_of("publish/route") == "… publish/route running"
    shown.heard(CallBegan(path, None, 1, "complete", 9))
    assert line_of("publish/route") == "… publish/route asks complete"
    for text, offset in (("broken", 0), ("Ten", 0), (" words\nand more", 3)):
        shown.heard(Chunk(path, None, 1, "complete", text, offset))
    assert line_of("publish/route") == "… publish/route Ten words and more"
    shown.heard(RunEnded("r", "cancelled", "cancelled"))
    assert line_of("publish/route") == "· publish/route"


def test_what_does_not_fit_on_the_terminal_is_left_out_around_the_step_at_work() -> None:
    found = frames(height=7)
    assert {len(frame) for frame in found} == {3}
    assert [line.split()[1] for line in found[5]] == ["extract", "write", "judge"]
    assert [line.split()[1] for line in found[15]] == ["judge", "revise", "publish/route"]


def test_without_a_terminal_there_are_lines(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["run", "flows_of_live.py:slow", "a=x", "--live"]) == 0
    out, err = capfd.readouterr()
    assert err.splitlines() == ["slow: first: ok; b = x1", "slow: second: ok; c = x12"]
    assert out.splitlines()[-1] == "  x12"


def test_on_a_terminal_the_steps_are_drawn_and_gone_at_the_end(folder: Path) -> None:
    status, printed = on_terminal("run", "flows_of_live.py:slow", "a=x", "--live")
    assert status == 0
    plain = CODES.sub("", printed)
    assert re.search(r"slow: 0 of 2 steps, \d\.\d s", plain)
    assert re.search(r"… +first +running", plain)
    assert re.search(r"✓ +first +b = x1", plain)
    assert "slow: completed (end of chain)" in plain
    assert plain.count("printed by a step") == 1
