"""The wheel: the same bytes each time, what belongs into it and nothing else, and no work when it is imported."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.stranger.conftest import ROOT

pytestmark = [pytest.mark.xdist_group("stranger")]

# Every module is imported under a hook that hears of all that a program asks of the system.
IMPORTS = """\
import _thread, importlib, os, sys, threading

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
EVENTS = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "os.kill",
          "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.putenv", "shutil.",
          "tempfile.", "sqlite3.connect", "signal.")
heard = []


def hook(event, args):
    wanted = event.startswith(EVENTS)
    if event == "open":
        mode, flags = args[1], args[2]
        wanted = bool(isinstance(flags, int) and flags & WRITING) or (isinstance(mode, str) and set(mode) & set("wax+"))
    if wanted:
        heard.append((event, str(args[0])[:80] if args else ""))


def told(begin):
    def starts(*args, **options):
        heard.append(("thread", str(args[0])))
        return begin(*args, **options)

    return starts


sys.addaudithook(hook)
# Not every Python tells a hook of threads.
for module in (_thread, threading):
    for name in ("start_new_thread", "_start_new_thread", "_start_joinable_thread"):
        if hasattr(module, name):
            setattr(module, name, told(getattr(module, name)))
for name in sys.argv[1:]:
    importlib.import_module(name)
for event, what in heard:
    print(event, what)
"""


def modules() -> list[str]:
    paths = sorted(path for top in ("chaindsl", "analyzer") for path in (ROOT / top).rglob("*.py"))
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]
    return [name for name in names if not name.endswith("__main__")]


def built(source: Path, out: Path, before: str = "true", **variables: str) -> bytes:
    """The bytes of a wheel, built after a command of the shell, with other variables."""
    command = f"{before}; {sys.executable} -m build --wheel --no-isolation --outdir {out} {source}"
    environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"} | variables
    subprocess.run(["bash", "-c", command], check=True, capture_output=True, env=environment, timeout=300)
    [wheel] = out.iterdir()
    return wheel.read_bytes()


def test_two_builds_are_the_same_bytes(tmp_path: Path) -> None:
    """The second is of a copy in another place, in another zone, with another umask, times and order of files."""
    first, second = tmp_path / "first", tmp_path / "second" / "place"
    first.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, first / name)
    for name in ("chaindsl", "analyzer"):
        shutil.copytree(ROOT / name, first / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(first, second, copy_function=shutil.copyfile)
    here = built(first, tmp_path / "one")
    there = built(second, tmp_path / "two", "umask 077", TZ="Pacific/Kiritimati", PYTHONHASHSEED="7")
    assert here == there


def test_it_holds_what_belongs_into_it_and_nothing_else(wheel: Path, sources: tuple[set[str], set[str]]) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    about = {name for name in names if ".dist-info/" in name}
    # What is not committed yet is in a wheel that is built here; in a clean checkout there is none of it.
    tracked, others = sources
    assert tracked <= set(names) - about <= tracked | others
    assert {name.partition("/")[2] for name in about} == {
        "METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE",
    }  # fmt: skip
    assert len(names) == len(set(names))
    assert not any(part in name for name in names for part in ("__pycache__", "tests/", ".pyc", ".db", "node_modules"))
    assert {"chaindsl/py.typed", "analyzer/py.typed", "chaindsl/cli/templates/shared/pyproject.toml.txt"} <= set(names)


def test_it_installs_the_command_and_the_fixtures(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    [scripts] = [archive.read(name).decode() for name in archive.namelist() if name.endswith("/entry_points.txt")]
    assert scripts == (
        "[console_scripts]\nchaindsl = chaindsl.cli.main:main\n\n[pytest11]\nchaindsl = chaindsl.testing.plugin\n"
    )


def test_it_says_what_it_needs_and_who_may_use_it(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    [metadata] = [archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA")]
    head = metadata.partition("\n\n")[0].splitlines()
    assert "License-Expression: Apache-2.0" in head
    assert "Requires-Python: >=3.11" in head
    needed = [line.removeprefix("Requires-Dist: ") for line in head if line.startswith("Requires-Dist: ")]
    core = [line for line in needed if "extra ==" not in line]
    assert [line for line in core if "<" not in line or ">=" not in line] == []
    assert len(core) == 7


def imported(folder: Path, *names: str) -> tuple[int, str, str]:
    """What a process that imports modules says of what they asked of the system."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", IMPORTS, *names],
        cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_importing_does_no_work() -> None:
    """It opens no socket, writes no file, starts no process and no thread, and prints nothing."""
    assert imported(ROOT, *modules()) == (0, "", "")


@pytest.mark.parametrize(
    ("work", "event"),
    [
        ("open('x', 'w').close()", "open x"),
        ("import os; os.close(os.open('y', os.O_CREAT))", "open y"),
        ("import socket; socket.socket().close()", "socket.__new__"),
        ("import subprocess; subprocess.run(['true'])", "subprocess.Popen true"),
        ("import threading; threading.Thread(target=int).start()", "thread "),
    ],
)
def test_work_is_heard(work: str, event: str, tmp_path: Path) -> None:
    (tmp_path / "at_work.py").write_text(work)
    status, heard, _ = imported(tmp_path, "at_work")
    assert status == 0
    assert event in heard
