"""No command prints or writes what a run knows to be secret, also where a step has copied it."""

import json
import sys
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded

SECRET = "canary-7919-of-the-terminal"
FLOWS = """
from pydantic import SecretStr
from chaindsl import chain, step

@step(writes="letter")
def write(key: SecretStr) -> str:
    return f"use {key.get_secret_value()}"

@step(writes="parts")
def split(letter: str) -> dict[str, list[str]]:
    return {letter: letter.split()}

@step(writes="end", max_attempts=1)
def finish(letter: str, fail: bool) -> str:
    if fail:
        raise RuntimeError(letter)
    return letter + "!"

secret = chain("secret", write, split, finish, inputs={"key": SecretStr, "fail": bool}, outputs=["letter", "parts"])
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows_of_secrets.py").write_text(FLOWS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    return tmp_path


@pytest.mark.parametrize("fail", ["false", "true"])
@pytest.mark.parametrize("form", ["--json", "--live"])
def test_a_run_shows_none(folder: Path, capfd: pytest.CaptureFixture[str], fail: str, form: str) -> None:
    inputs = folder / "inputs.json"
    inputs.write_text(json.dumps({"key": SECRET, "fail": fail == "true"}))
    target = "flows_of_secrets.py:secret"
    status = guarded(["run", target, "--input", "inputs.json", "--trace", "run.jsonl", form])
    assert status == (fail == "true")
    for command in (
        ["trace", "show", "run.jsonl", "--tree"],
        ["trace", "html", "run.jsonl", "-o", "run.html"],
        ["replay", "run.jsonl", "--flow", target],
        ["testcase", "run.jsonl", "split", "--flow", target, "-o", "test_split.py"],
    ):
        assert guarded(command) == 0, command
    printed = "".join(capfd.readouterr())
    assert SECRET not in printed
    assert "use [redacted]" in printed
    head = json.loads((folder / "run.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert head["redacted"] == ["key"]
    written = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path != inputs}
    assert [name for name, text in written.items() if SECRET in text] == []
    assert "[redacted]" in written["run.html"]


def test_many_inputs_and_their_store_show_none(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps({"key": f"{SECRET} {number}", "fail": number == 1}) for number in range(3)]
    (folder / "many.jsonl").write_text("\n".join(lines))
    assert guarded(["map", "flows_of_secrets.py:secret", "many.jsonl", "-o", "results.jsonl"]) == 1
    results = [json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["outputs"].get("letter") for one in results] == ["use [redacted]", None, "use [redacted]"]
    assert SECRET not in "".join(capfd.readouterr())
    found = [path.name for path in folder.iterdir() if SECRET in path.read_bytes().decode("latin-1")]
    assert found == ["many.jsonl"]
