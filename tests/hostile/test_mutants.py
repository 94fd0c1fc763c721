"""Some damaged files through all that a check does, and some through the command; `soak` takes any number of them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.mutants import mutants
from tests.hostile.soak import SEED, UNREADABLE, soak

ROOT = Path(__file__).parents[2]
INSIDE, COMMAND = 300, 150


def test_damaged_files_make_nothing_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    # A failure of a rule is raised instead of recorded.
    monkeypatch.setenv("CHAINDSL_TRACEBACK", "1")
    codes = soak(INSIDE, SEED)
    assert INSIDE // 4 < codes[UNREADABLE] < INSIDE * 2 // 3
    assert len(codes) > 20


def test_damaged_files_through_the_command(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    for number, data in enumerate(mutants(COMMAND, SEED + 1)):
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
    unread = {one["location"]["file"] for one in report["findings"] if one["code"] == UNREADABLE}
    assert COMMAND // 4 < len(unread) < COMMAND * 3 // 4
