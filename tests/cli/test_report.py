"""`chaindsl report` writes one page without importing what it is about."""

from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from tests.review.report.project import written


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(written(tmp_path))
    return tmp_path


def test_the_page_is_written(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["report", "flows.py", "--title", "Ours"]) == 0
    assert capfd.readouterr() == ("wrote report.html: 2 flows\n", "")
    assert "<title>Ours</title>" in (folder / "report.html").read_text(encoding="utf-8")


def test_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["report", "-o", "-"]) == 0
    assert capfd.readouterr().out.startswith("<!doctype html>\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "error: no-such-path: there is no file or folder 'nowhere'"),
        (["-o", "no/report.html"], "error: usage: 'no/report.html' can't be written: No such file or directory"),
    ],
)
def test_what_goes_wrong_is_one_line(capfd: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert guarded(["report", *arguments]) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(message)
