"""The door of the command line: cheap to open, and every way out is a line and a status."""

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import click
import pytest

from chaindsl.cli import main as door
from chaindsl.errors import ChainDslError, FlowError, Issue
from chaindsl.graph.place import Place

ROOT = Path(__file__).parents[2]


def run(*arguments: str, feed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "chaindsl.cli.main", *arguments]
    return subprocess.run(
        command, cwd=ROOT, input=feed, capture_output=True, text=True, timeout=60, check=False, env=env or None
    )


def loaded(*arguments: str) -> set[str]:
    """The modules that a fresh process has loaded when the command has ended."""
    code = (
        "import sys\nfrom chaindsl.cli.main import main\n"
        "try: main(sys.argv[1:])\nfinally: print(*sys.modules, file=sys.stderr)"
    )
    # Measured, a process loads what measures it.
    env = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, check=False, env=env
    )
    return set(done.stderr.split())


def fails(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> int:
    """The status that the door gives when a command ends with the error."""

    def end(_: list[str]) -> int:
        raise error

    monkeypatch.setattr(door, "invoked", end)
    return door.guarded([])


def test_help_names_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert [name for name in door.COMMANDS if f"\n  {name} " not in done.stdout] == []


def test_no_arguments_are_a_question() -> None:
    done = run()
    assert (done.returncode, done.stdout) == (2, run("--help").stdout)


@pytest.mark.parametrize("name", door.COMMANDS)
def test_the_table_is_true(name: str) -> None:
    where, help = door.COMMANDS[name]
    module, _, attribute = where.partition(":")
    command = getattr(import_module(module), attribute)
    assert isinstance(command, click.Command)
    assert command.name == name
    assert command.get_short_help_str(200) == help


def test_help_loads_click_and_nothing_else_of_weight() -> None:
    modules = loaded("--help")
    assert {name for name in modules if name.partition(".")[0] in {"chaindsl", "analyzer"}} <= {
        "chaindsl",
        "chaindsl.cli",
        "chaindsl.cli.main",
    }
    assert modules & {"pydantic", "networkx", "rich", "graphviz", "json", "tomllib", "pathlib", "difflib"} == set()


def test_version() -> None:
    from importlib.metadata import version

    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"chaindsl {version('chaindsl')}\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("chek",), "error: usage: there is no command 'chek'; did you mean 'check'? See chaindsl --help\n"),
        (("zzz",), "error: usage: there is no command 'zzz'. See chaindsl --help\n"),
        (("--versio",), "error: usage: No such option '--versio'. Did you mean '--version'? See chaindsl --help\n"),
    ],
)
def test_wrong_use_is_one_line(arguments: tuple[str, ...], line: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (ChainDslError("no-flow", "there is no flow 'q'"), 2, "error: no-flow: there is no flow 'q'\n"),
        (
            ChainDslError("no-flow", "there is\n no flow", "q", Place("a.py", 3), "did you mean 'qa'?"),
            2,
            "error: no-flow: there is no flow (a.py:3). Did you mean 'qa'?\n",
        ),
        (
            FlowError([Issue("b", "second", place=Place("a.py", 2)), Issue("a", "first", place=Place("a.py", 1))]),
            2,
            "error: a: first (a.py:1)\nerror: b: second (a.py:2)\n",
        ),
        (
            FileNotFoundError(2, "No such file or directory", "x"),
            2,
            "error: no-such-file: x: No such file or directory. Is its name right, relative to this folder?\n",
        ),
        (
            PermissionError(13, "Permission denied", "x"),
            2,
            "error: not-permitted: x: Permission denied. Let your user read and write it, or name another place\n",
        ),
        (OSError("odd"), 2, "error: not-done: odd. Is the place there, and may your user write to it?\n"),
        (click.UsageError("not so"), 2, "error: usage: not so. See chaindsl --help\n"),
        (ChainDslError("long", "x" * 5000), 2, f"error: long: {'x' * 100}…\n"),
        (
            FileNotFoundError(2, "No such file or directory", "\x1b[2J"),
            2,
            ("error: no-such-file: \\x1b[2J: No such file or directory. Is its name right, relative to this folder?\n"),
        ),
        (
            ValueError("odd\nthing"),
            2,
            "error: internal ValueError: odd thing. Set CHAINDSL_TRACEBACK=1 to see where, and please report it.\n",
        ),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
    ],
)
def test_every_error_is_a_line_and_a_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: BaseException, status: int, text: str
) -> None:
    assert fails(monkeypatch, error) == status
    assert capsys.readouterr() == ("", text)


def test_a_traceback_comes_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHAINDSL_TRACEBACK", "1")
    with pytest.raises(ValueError, match="odd"):
        fails(monkeypatch, ValueError("odd"))


def test_a_reader_that_goes_away_is_no_error() -> None:
    code = (
        "import sys\nfrom chaindsl.cli import main as door\n"
        "def talk(_):\n    for _ in range(100_000): print('x' * 100)\n"
        "door.invoked = talk\ndoor.main([])"
    )
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -c \"$0\" | head -1 >/dev/null; echo ${{PIPESTATUS[0]}}", code],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("141\n", "")


@pytest.mark.parametrize(("closed", "status"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0), ("<&- >&- 2>&-", 0)])
def test_output_that_was_closed_by_whoever_started_us_is_no_error(closed: str, status: int) -> None:
    command = f"{sys.executable} -m chaindsl.cli.main rule CD201 {closed}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, "")


def test_output_that_the_terminal_can_not_say_is_spelt_out() -> None:
    done = run("chéck", PYTHONIOENCODING="ascii", PATH="/usr/bin")
    assert (done.returncode, done.stderr) == (
        2,
        "error: usage: there is no command 'ch\\xe9ck'; did you mean 'check'? See chaindsl --help\n",
    )


def status_of(call: Callable[[], object]) -> object:
    with pytest.raises(SystemExit) as ended:
        call()
    return ended.value.code


def test_main_exits_with_the_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "invoked", lambda _: 1)
    assert status_of(lambda: door.main([])) == 1
