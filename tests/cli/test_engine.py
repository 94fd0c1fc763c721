"""`--engine`: steps as tasks of Ray from the command line, and names that mean no engine."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded

FLOW = """\
import os

from chaindsl import Text, chain, step


@step(writes="process")
def process(text: Text) -> int:
    return os.getpid()


main = chain("main", process, inputs={"text": Text})
"""


@pytest.mark.xdist_group("ray")
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="ray is not installed")
def test_steps_run_in_workers_and_their_module_goes_along(tmp_path: Path) -> None:
    (tmp_path / "flows.py").write_text(FLOW)
    (tmp_path / "in.jsonl").write_text('{"text": "a"}\n{"text": "b"}\n')
    command = [sys.executable, "-m", "chaindsl.cli.main", "map", "flows.py:main", "in.jsonl", "-o", "out.jsonl"]
    # Sockets in a folder of so long a name could have none themselves.
    far = tmp_path / ("far" * 20)
    far.mkdir()
    there = {**os.environ, "TMPDIR": str(far)}
    done = subprocess.run(
        [*command, "--engine", "ray"], cwd=tmp_path, capture_output=True, text=True, check=False, env=there
    )
    if "Ray does not start" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [result["status"] for result in results] == ["completed", "completed"]
    assert os.getpid() not in {result["outputs"]["process"] for result in results}


def test_what_is_no_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "flows.py").write_text(FLOW)
    monkeypatch.chdir(tmp_path)
    assert guarded(["run", "flows.py:main", "text=a", "--engine", "spark"]) == 2
    said = "error: usage: 'spark' is no engine; say ray or ray:ADDRESS. See chaindsl run --help\n"
    assert capsys.readouterr().err == said
