"""Damaged files through reading, all rules, suppressions and every report: whatever is found, nothing fails.

The quick suite takes a part of them, `pytest -m slow` all ten thousand. Two hundred go through the command as well.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from analyzer.coverage import Coverage
from analyzer.engine import engine
from analyzer.files import Source
from analyzer.mention import Mentions
from analyzer.report.page import Page
from analyzer.report.table import FORMATS
from analyzer.settings.settings import Layer, Selector, Settings
from analyzer.sweep import sweep
from tests.hostile.mutants import mutants

ROOT = Path(__file__).parents[2]
ALL = Settings(layers=(Layer(select=(Selector("ALL"),)),))
SEED = 7
QUICK, THOROUGH, COMMAND = 1_000, 10_000, 200


def checked(data: bytes) -> set[str]:
    """The codes of what is found in a file; every format renders it."""
    source = Source("/nowhere/flow.py", "flow.py", ALL)
    outcome = sweep(Mentions([(source, data)]), Coverage(), "/nowhere", engine())
    for entry in FORMATS.values():
        entry.renderer()(outcome, Page(folder="/nowhere"))
    return {finding.code for finding in outcome.findings}


def run(number: int, seed: int) -> tuple[int, set[str]]:
    """How many of so many damaged files could be read, and all codes that were found."""
    read, codes = 0, set[str]()
    for data in mutants(number, seed):
        try:
            found = checked(data)
        except Exception as error:
            failed = Path(os.environ.get("TMPDIR", "/tmp")) / "chaindsl-mutant.py"
            failed.write_bytes(data)
            raise AssertionError(f"this file makes the analyzer fail: {failed}") from error
        read += "CD001" not in found
        codes |= found
    return read, codes


@pytest.fixture(autouse=True)
def loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure of a rule is raised instead of recorded."""
    monkeypatch.setenv("CHAINDSL_TRACEBACK", "1")


def test_damaged_files_make_nothing_fail() -> None:
    read, codes = run(QUICK, SEED)
    assert read > QUICK // 3
    assert len(codes) > 25


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_damaged_files_make_nothing_fail(part: int) -> None:
    read, codes = run(THOROUGH // 4, SEED + 1 + part)
    assert read > THOROUGH // 12
    assert len(codes) > 30


def test_damaged_files_through_the_command(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    for number, data in enumerate(mutants(COMMAND, SEED)):
        # What is behind a mark that nothing finds would not be read.
        (tmp_path / f"m{number}.py").write_bytes(data + b"\n# chaindsl")
    command = [sys.executable, "-P", "-m", "chaindsl.cli.main", "check", "--select", "ALL", "--output-format", "json"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop("CHAINDSL_TRACEBACK", None)
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=300, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False), done.stderr
    report = json.loads(done.stdout)
    assert report["summary"]["failures"] == []
    assert (report["summary"]["files"], report["summary"]["parsed"]) == (COMMAND, COMMAND)
    unread = {one["location"]["file"] for one in report["findings"] if one["code"] == "CD001"}
    assert COMMAND // 4 < len(unread) < COMMAND * 3 // 4
