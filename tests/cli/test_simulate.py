"""`chaindsl simulate` takes every path once, or one by hand, without importing anything."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from tests.draw.pictured import pictured

FLOWS = """
import a_package_that_is_not_there
from chaindsl import Complete, branch, chain, repeat, step

raise SystemExit("imported")

@step(writes="kind")
def classify(question: str, *, complete: Complete) -> bool: ...

@step(writes="draft")
def draft(question: str, *, complete: Complete) -> str: ...

@step(writes="good")
def judge(draft: str, *, complete: Complete) -> bool: ...

@step(writes="draft")
def shrug(question: str) -> str: ...

flow = chain(
    "answer", classify, branch("kind", {True: repeat(draft, judge, until="good", limit=3), False: shrug}),
    inputs={"question": str}, outputs=["draft"],
)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows.py").write_text(FLOWS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_path_is_a_row(capfd: pytest.CaptureFixture[str], golden: Callable[[str, str], None]) -> None:
    assert guarded(["simulate", "flows.py"]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    golden("simulate/answer.txt", out)


def test_few_rows(capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["simulate", "flows.py", "--paths", "1"]) == 0
    assert "\n… and 4 more paths (--paths 5 shows all)\n" in capfd.readouterr().out


def test_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["simulate", "flows.py", "--json"]) == 0
    data = json.loads(capfd.readouterr().out)
    assert (data["version"], data["flow"], data["all_paths"], data["taken"], data["of"]) == (1, "answer", True, 4, 4)
    assert data["paths"][-1] == {
        "path": "classify → [False] shrug",
        "end": "the end",
        "fails": False,
        "steps": 2,
        "calls": {"least": 1, "most": 2},
    }


def test_the_picture_says_how_many_paths_take_a_part(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["simulate", "flows.py", "-o", "coverage.svg", "--theme", "auto"]) == 0
    assert capfd.readouterr().out.endswith("wrote coverage.svg\n")
    texts = pictured((folder / "coverage.svg").read_bytes()).nodes.values()
    assert {found[0]: found[-1] for found in texts if found and found[-1].startswith("✓")} == {
        "answer": "✓ every path",
        "classify": "✓ every path",
        "kind?": "✓ every path",
        "draft": "✓ 4 of 5 paths",
        "judge": "✓ 4 of 5 paths",
        "shrug": "✓ 1 of 5 paths",
    }


def by_hand(lines: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return guarded(["simulate", "flows.py", *arguments])


def test_by_hand(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    assert by_hand("true\n!\nfirst\nfalse\nsecond\ntrue\n", monkeypatch, "--inputs", '{"question": "why?"}') == 0
    assert (
        capfd.readouterr().out
        == """\
classify: question = "why?"
  kind: bool = true
kind is true: route True
round 1 of 3, until good
draft: question = "why?"
  draft: str = !
  attempt 1 of 2 failed
  draft: str = first
judge: draft = "first"
  good: bool = false
round 2 of 3, until good
draft: question = "why?"
  draft: str = second
judge: draft = "second"
  good: bool = true
draft = "second"
done: 5 steps, 6 model calls at most
"""
    )


def test_by_hand_with_inputs_from_a_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "in.json").write_text('{"question": "why?"}')
    assert by_hand("maybe\nfalse\n\n", monkeypatch, "--inputs", "@in.json") == 0
    assert "  one of False, True is wanted\n" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("lines", "last"),
    [("true\n", "there is no more input"), ("!\n!\n", "stopped: classify failed")],
)
def test_a_run_by_hand_that_does_not_end_well(
    lines: str, last: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert by_hand(lines, monkeypatch, "--inputs", '{"question": "q"}') == 1
    assert capfd.readouterr().out.splitlines()[-1] == last


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--inputs", "{"], "error: bad-json: --inputs is no JSON"),
        (["--inputs", "[]"], "error: bad-json: --inputs is no object"),
        (["--inputs", "@none.json"], "error: no-such-file: none.json: No such file or directory"),
        (["-o", "x.gif"], "error: draw-format: 'x.gif' names no format by its ending"),
    ],
)
def test_what_goes_wrong_is_one_line(capfd: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert guarded(["simulate", "flows.py", *arguments]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(message)
