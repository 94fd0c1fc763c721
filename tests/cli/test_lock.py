"""`chaindsl lock` writes what a project has, says what has changed, and imports nothing."""

import json
from pathlib import Path

import pytest

from chaindsl.cli.main import guarded

FLOW = """
import a_package_that_is_not_there
from chaindsl import Budget, Complete, Text, chain, prompt, step

raise SystemExit("imported")

ASK = prompt("ask", version="1", text="Answer: {text}")

@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(text=text))

qa = chain("qa", work, inputs={"text": Text}, budget=Budget(calls=2))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows").mkdir()
    (tmp_path / "flows" / "qa.py").write_text(FLOW)
    (tmp_path / "other.py").write_text("print('nothing here')\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_is_written_beside_the_project_file(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["lock"]) == 0
    assert capfd.readouterr().out == "chaindsl.lock: 1 prompt, 1 flow.\n"
    found = json.loads((folder / "chaindsl.lock").read_text(encoding="utf-8"))
    assert [(one["name"], one["version"]) for one in found["prompts"]] == [("ask", "1")]
    assert [(one["name"], len(one["shape"])) for one in found["flows"]] == [("qa", 32)]
    assert sorted(path.name for path in folder.iterdir()) == ["chaindsl.lock", "flows", "other.py", "pyproject.toml"]


def test_any_folder_of_a_project_stands_for_all_of_it(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["lock"]) == 0
    whole = (folder / "chaindsl.lock").read_bytes()
    (folder / "empty").mkdir()
    assert guarded(["lock", "empty"]) == 0
    assert (folder / "chaindsl.lock").read_bytes() == whole
    assert not (folder / "empty" / "chaindsl.lock").exists()
    capfd.readouterr()


def test_check_says_what_is_different_and_writes_nothing(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["lock", "--check"]) == 1
    assert capfd.readouterr().out == "chaindsl.lock: there is none. Run chaindsl lock.\n"
    assert not (folder / "chaindsl.lock").exists()
    assert guarded(["lock"]) == 0
    capfd.readouterr()
    assert guarded(["lock", "--check"]) == 0
    assert capfd.readouterr().out == "chaindsl.lock: up to date, 1 prompt, 1 flow.\n"
    (folder / "flows" / "qa.py").write_text(FLOW.replace("Answer", "Reply"))
    assert guarded(["lock", "--check"]) == 1
    assert capfd.readouterr().out.splitlines() == [
        "chaindsl.lock: prompt ask 1 has changed",
        "chaindsl.lock: flow qa has changed",
    ]


def test_a_changed_prompt_is_found_until_it_has_a_new_version(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["lock"]) == 0
    (folder / "flows" / "qa.py").write_text(FLOW.replace("Answer", "Reply"))
    capfd.readouterr()
    assert guarded(["check", "--output-format", "concise"]) == 1
    assert "flows/qa.py:7:7: CD502 " in capfd.readouterr().out
    assert guarded(["check", "--fix"]) == 0
    assert 'version="2"' in (folder / "flows" / "qa.py").read_text()
    capfd.readouterr()


def test_a_file_that_can_t_be_read_leaves_the_lock_as_it_is(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.py").write_text("from chaindsl import chain\ndef (:\n")
    (folder / "worse.py").write_text("from chaindsl import chain\n)\n")
    assert guarded(["lock"]) == 2
    said = capfd.readouterr().err.splitlines()
    assert [line.split(":")[1].strip() for line in said] == ["unreadable-source", "unreadable-source"]
    assert "broken.py:2" in said[0]
    assert "worse.py:2" in said[1]
    assert not (folder / "chaindsl.lock").exists()


@pytest.mark.parametrize("name", ["nowhere", "other.py"])
def test_what_is_no_folder(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["lock", name]) == 2
    assert capfd.readouterr().err.startswith(f"error: no-such-folder: '{name}' is no folder")


def test_a_damaged_lock_is_one_line(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "chaindsl.lock").write_text("{")
    assert guarded(["lock", "--check"]) == 2
    assert capfd.readouterr().err.startswith("error: unreadable-lock: chaindsl.lock: ")
    assert guarded(["lock"]) == 0
    capfd.readouterr()
