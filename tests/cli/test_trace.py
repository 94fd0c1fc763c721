"""`chaindsl trace`: its commands, and what a real run leaves for them."""

from pathlib import Path

import pytest

from chaindsl.cli.main import guarded
from chaindsl.cli.trace import trace
from chaindsl.trace.lines import schema_text


def test_every_command_has_a_short_help_and_an_example() -> None:
    for command in trace.commands.values():
        assert command.short_help
        assert command.epilog
        assert f"chaindsl trace {command.name}" in command.epilog


def test_the_schema_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert guarded(["trace", "schema"]) == 0
    assert capfd.readouterr() == (schema_text(), "")


def test_what_a_run_wrote_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flows_of_trace.py").write_text(
        "from chaindsl import chain, step\n\n\n@step(writes='b')\ndef up(a: str) -> str:\n    return a.upper()\n\n\n"
        "loud = chain('loud', up, inputs={'a': str})\n"
    )
    monkeypatch.setattr("sys.path", [str(tmp_path), *__import__("sys").path])
    assert guarded(["run", "flows_of_trace.py:loud", "a=hi", "--trace", "t.jsonl"]) == 0
    capfd.readouterr()
    assert guarded(["trace", "show", "t.jsonl", "--tree"]) == 0
    first, step, *_ = capfd.readouterr().out.splitlines()
    assert (first, step.split(",")[0], step.split("; ")[1]) == ("loud", "└─ up  ✓ ok", "b = HI")
