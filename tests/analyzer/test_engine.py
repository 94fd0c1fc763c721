"""The analyzer proper behind the sweep: real files, real rules."""

import json
from pathlib import Path

import pytest

from chaindsl.cli import main as door

PLAIN = """\
from chaindsl import chain, step


@step(writes="answer")
def ask(question: str) -> str:
    return question


flow = chain("flow", ask, inputs={"question": str}, outputs=["answer"])
"""


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], dict[str, object]]:
    status = door.guarded(["check", "--isolated", "--output-format", "json", *arguments])
    report = json.loads(capsys.readouterr().out)
    found = [
        f"{one['location']['file']}:{one['location']['line']}:{one['location']['column']} {one['code']}"
        for one in report["findings"]
    ]
    return status, found, report["summary"]


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def test_a_clean_flow(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(PLAIN)
    (project / "b.py").write_text("import os\n")
    status, found, summary = check(capsys)
    assert (status, found) == (0, [])
    assert (summary["files"], summary["parsed"], summary["flows"], summary["clean"]) == (2, 1, 1, True)


def test_nothing_is_imported(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(f"import not_installed\nraise SystemExit('imported')\n{PLAIN}")
    assert check(capsys)[:2] == (0, [])


def test_what_can_not_be_read_is_found(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text("import chaindsl\nx = (\n")
    (project / "b.py").write_bytes(b"import chaindsl\n\xff\n")
    (project / "c.py").write_text("import chaindsl\n" + "#" * 600_000)
    (project / "silent.py").write_text("x = (\n")
    status, found, summary = check(capsys)
    assert (status, found) == (1, ["a.py:2:5 CD001", "b.py:2:1 CD001", "c.py:1:1 CD001"])
    assert summary["clean"] is False


def test_what_is_said_about_an_unreadable_file_can_be_silenced(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text("# chaindsl: file-ignore[CD001] a template\nx = (\n")
    assert check(capsys)[:2] == (0, [])


def test_the_size_of_files_is_a_setting(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "a.py").write_text(PLAIN)
    assert check(capsys, "--config", "max-file-size = 20")[1] == ["a.py:1:1 CD001"]


def test_unknown_parts_are_counted_whether_they_are_told_or_not(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.py").write_text(PLAIN.replace('"flow", ask', '"flow", ask, *more()'))
    status, found, summary = check(capsys)
    assert (status, found, summary["unknown"]) == (0, ["a.py:9:27 CD002"], 1)
    status, found, summary = check(capsys, "--ignore", "CD002")
    assert (status, found, summary["unknown"], summary["clean"]) == (0, [], 1, False)


def test_a_flow_may_come_from_a_module_that_was_not_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "dsl.py").write_text(
        "from chaindsl import chain\n\n\ndef build(name, part):\n"
        "    return chain(name, part, inputs={'question': str}, outputs=['answer'])\n"
    )
    (project / "app.py").write_text("from dsl import build\nfrom steps import ask\n\nflow = build('flow', ask)\n")
    (project / "steps.py").write_text(PLAIN.rpartition("flow =")[0])
    assert check(capsys, "app.py")[2]["flows"] == 1
    assert check(capsys)[2]["files"] == 3


def test_standard_input_is_read_as_its_name(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io
    from types import SimpleNamespace

    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(PLAIN.encode() + b"(")))
    assert check(capsys, "-", "--stdin-filename", "src/a.py")[1] == ["src/a.py:10:1 CD001"]


def test_fixes_are_made_and_the_files_are_read_again(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = project / "a.py"
    path.write_text(PLAIN.replace("str:", "str:  # chaindsl: ignore[CD002]"))
    assert check(capsys)[:2] == (1, ["a.py:5:33 CD003"])
    status, found, summary = check(capsys, "--fix")
    assert (status, found, summary["fixed"]) == (0, [], 1)
    assert path.read_text() == PLAIN


def test_a_file_that_speaks_behind_the_limit_is_not_called_clean(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "late.py").write_text("x = 1\n" * 100_000 + "import chaindsl\n")
    (project / "never.py").write_text("import os\n" + "x = 1\n" * 100_000)
    for names in ([], ["late.py", "never.py"]):
        status, found, summary = check(capsys, *names)
        assert (status, found, summary["clean"]) == (1, ["late.py:1:1 CD001"], False)
