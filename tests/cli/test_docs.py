"""`chaindsl docs` writes pages, and says in CI whether they are stale."""

from pathlib import Path

import pytest

from chaindsl.cli.main import guarded

FLOWS = """
from chaindsl import chain, step
raise SystemExit("imported")

@step(writes="b")
def one(a: str) -> str: ...

qa = chain("question", one, inputs={"a": str})
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "flows.py").write_text(FLOWS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_pages_are_written_and_found_stale(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["docs", "-o", "pages", "--check"]) == 1
    assert capfd.readouterr().out == (
        "pages/README.md: missing\npages/question.md: missing\npages: stale; run chaindsl docs.\n"
    )
    assert guarded(["docs", "flows.py", "-o", "pages"]) == 0
    assert capfd.readouterr().out == "pages: 2 pages, 2 of them changed.\n"
    assert guarded(["docs", "-o", "pages", "--check"]) == 0
    assert capfd.readouterr().out == "pages: up to date.\n"
    (folder / "flows.py").write_text(FLOWS.replace('writes="b"', 'writes="c"'))
    assert guarded(["docs", "-o", "pages", "--check"]) == 1
    assert capfd.readouterr().out == "pages/question.md: stale\npages: stale; run chaindsl docs.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "error: usage: Missing option '-o'"),
        (["nowhere", "-o", "x"], "error: no-such-path: there is no file or folder 'nowhere'"),
        (["-o", "flows.py"], "error: file-exists: flows.py: File exists"),
    ],
)
def test_what_goes_wrong_is_one_line(capfd: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert guarded(["docs", *arguments]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(message)
