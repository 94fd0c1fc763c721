"""Traces as tables, trees, timelines and steps in full: whole outputs."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from tests.view.runs import build_run, desk, report

Golden = Callable[[str, str], None]
Shown = Callable[..., str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("traces")
    report(made)
    desk(made)
    build_run(made)
    return made


@pytest.fixture
def shown(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Shown:
    """What `chaindsl trace show` prints; hashes of code depend on Python's version."""
    monkeypatch.chdir(folder)

    def show(*arguments: str, status: int = 0) -> str:
        capfd.readouterr()
        assert guarded(["trace", "show", *arguments]) == status
        out, err = capfd.readouterr()
        assert (status == 2) == bool(err)
        return re.sub(r"code [0-9a-f]{16}", "code HASH", out + err)

    return show


@pytest.mark.parametrize("way", ["table", "tree", "timeline", "prompts"])
@pytest.mark.parametrize("run", ["report", "desk"])
def test_a_whole_trace(shown: Shown, golden: Golden, run: str, way: str) -> None:
    golden(f"trace/{run}-{way}.txt", shown(f"{run}.jsonl", *([] if way == "table" else [f"--{way}"])))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("step", ["report.jsonl", "--step", "write"]),
        ("item", ["report.jsonl", "--step", "extract/1"]),
        ("path", ["report.jsonl", "--step", "round 2/judge"]),
        ("nested", ["report.jsonl", "--step", "print_short"]),
        ("flow", ["report.jsonl", "--step", "publish", "--tree"]),
        ("round", ["report.jsonl", "--step", "round 1", "--timeline"]),
        ("failure", ["desk.jsonl", "--step", "pay"]),
        ("command", ["build.jsonl", "--step", "build"]),
        ("long", ["build.jsonl", "--step", "look"]),
        ("failed", ["report.jsonl", "--failed"]),
        ("slow", ["report.jsonl", "--min-seconds", "0.6", "--tree"]),
        ("state", ["desk.jsonl", "--state", "sorted"]),
        ("step-tree", ["report.jsonl", "--step", "extract", "--tree"]),
        ("step-prompts", ["report.jsonl", "--step", "write", "--prompts"]),
    ],
)
def test_a_part_of_a_trace(shown: Shown, golden: Golden, name: str, arguments: list[str]) -> None:
    golden(f"trace/part-{name}.txt", shown(*arguments))


def test_json_is_one_object(shown: Shown) -> None:
    found = json.loads(shown("report.jsonl", "--json", "--step", "extract", "--failed"))
    assert {name: found[name] for name in ("version", "flow", "run", "torn", "began")} == {
        "version": 1,
        "flow": "report",
        "run": "run-1",
        "torn": False,
        "began": "2026-03-01T12:30:00.000+00:00",
    }
    assert [(record["path"], record["item"], record["error"]) for record in found["records"]] == [
        ("report/extract", 1, "OSError: line is busy")
    ]
    assert "definition" not in found
    assert found["end"]["status"] == "completed"


@pytest.mark.parametrize("way", [[], ["--tree"], ["--timeline"], ["--prompts"], ["--step", "extract"], ["--json"]])
def test_a_torn_file_is_shown_up_to_there(shown: Shown, way: list[str]) -> None:
    data = Path("report.jsonl").read_bytes()
    lines = data.splitlines(keepends=True)
    Path("torn.jsonl").write_bytes(b"".join(lines[:9]) + lines[9][:40])
    said = shown("torn.jsonl", *way)
    if way == ["--json"]:
        assert json.loads(said)["torn"] is True
        assert json.loads(said)["end"] is None
    else:
        assert "the file ends in the middle of a line, which is left out\n" in said
        assert "the file has no end: the run was interrupted, or it still goes on\n" in said


def test_a_trace_without_records_is_shown(shown: Shown) -> None:
    Path("empty.jsonl").write_text('{"kind":"run","version":1}\n')
    for way in ([], ["--tree"], ["--timeline"], ["--prompts"], ["--json"]):
        assert shown("empty.jsonl", *way)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["report.jsonl", "--step", "rite"], "no-such-step: the trace has no step 'rite'. Did you mean write"),
        (["report.jsonl", "--step", "extract/7"], "no-such-step: the trace has no step 'extract/7'."),
        (["report.jsonl", "--state", "x"], "no-such-state: the trace has no state 'x'. Only workflows have states"),
        (["desk.jsonl", "--state", "sortd"], "no-such-state: the trace has no state 'sortd'. Did you mean sorted?"),
        (["report.jsonl", "--tree", "--json"], "usage: give one of --tree, --json"),
        (["nowhere.jsonl"], "trace-unreadable: nowhere.jsonl can't be read: No such file or directory"),
        (["."], "trace-unreadable: . can't be read: Is a directory"),
    ],
)
def test_a_mistake_is_one_clear_line(shown: Shown, arguments: list[str], said: str) -> None:
    assert shown(*arguments, status=2).startswith(f"error: {said}")


def test_nothing_in_a_trace_can_move_the_cursor(shown: Shown) -> None:
    lines = Path("report.jsonl").read_text().replace("Two.", "\\u001b[2J\\u202e\\r\\u0007evil").splitlines()
    Path("evil.jsonl").write_text("\n".join([*lines, ""]).replace("/extract", "/ex\\u001btract"))
    for way in ([], ["--tree"], ["--timeline"], ["--prompts"], ["--step", "extract"]):
        said = shown("evil.jsonl", *way)
        assert [char for char in said if not char.isprintable() and char != "\n"] == []
