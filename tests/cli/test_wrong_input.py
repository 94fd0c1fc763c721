"""Whatever a command is given, it ends with a status and sentences: a code, what is wrong, what to do next."""

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from chaindsl.cli import main as door
from tests.cli.test_doctor import FLOW
from tests.cli.test_help import EVERY

ODD = os.fsdecode(b"od\xff d.py")
BAD = [
    "missing.py", "missing/x.py:qa", "folder", "binary.py", "binary.jsonl", "binary.yaml", "empty", "ok.py",
    "ok.py:nope", ODD, f"{ODD}:nope", "", ":", "a" * 5000, "http://x", "-1", "--no-such-option", "1e999", "\u202e.py",
]  # fmt: skip
# What each option gets as well, where it takes a value.
WORST = {"missing/x.py:qa", "folder", "binary.py", ODD, "", "a" * 5000}
LEAVES = {names: command for names, command in EVERY.items() if names and not isinstance(command, click.Group)}
# Waits for a client on standard input once it has begun, so its options have tests of their own.
ENDLESS = {("serve",)}
# `error: code: what is wrong (where). What to do next`, or a finding's own line.
SENTENCE = re.compile(r"error: ([a-z]+(-[a-z]+)*|CD\d{3}): .+[.?!…)]{1,2} \S.*")

Ran = Callable[..., tuple[int, str]]


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ran:
    """Run a command in a folder of files that are no good, and return its status and what it says of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CHAINDSL_STORE", raising=False)

    def run(*arguments: str) -> tuple[int, str]:
        lay_out(tmp_path)
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            status = door.guarded(list(arguments))
        err.flush()
        return status, err.buffer.getvalue().decode()

    return run


def lay_out(folder: Path) -> None:
    """What a command has written is taken away, so that each begins alike."""
    for path in folder.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    (folder / "folder").mkdir(exist_ok=True)
    (folder / "ok.py").write_text(FLOW)
    (folder / ODD).write_text(FLOW)
    (folder / "empty").write_text("")
    for name in ("binary.py", "binary.jsonl", "binary.yaml"):
        (folder / name).write_bytes(bytes(range(256)) * 8)


def invocations(names: tuple[str, ...], bad: str) -> Iterator[list[str]]:
    """The command with the bad input for everything it needs, then for each option that takes a value."""
    parameters = LEAVES[names].params
    arguments = [part for part in parameters if isinstance(part, click.Argument)]
    options = [part for part in parameters if isinstance(part, click.Option) and not part.is_flag]
    needed = [word for part in options if part.required for word in (part.opts[-1], bad)]
    yield [*names, *needed, *(bad for _ in arguments)]
    for option in options if bad in WORST else ():
        others = [part for part in options if part.required and part is not option]
        given = [word for part in others for word in (part.opts[-1], good(part, "x"))]
        yield [*names, *given, option.opts[-1], bad, *(good(part, bad) for part in arguments if part.required)]


def good(parameter: click.Parameter, otherwise: str) -> str:
    return "ok.py:qa" if "FLOW" in (getattr(parameter, "metavar", None) or "") else otherwise


@pytest.mark.parametrize("names", [names for names in LEAVES if names not in ENDLESS], ids=" ".join)
def test_bad_input_ends_with_sentences(names: tuple[str, ...], ran: Ran) -> None:
    wrong: list[tuple[list[str], int, str]] = []
    for bad in BAD:
        for arguments in invocations(names, bad):
            status, said = ran(*arguments)
            lines = [line for line in said.splitlines() if line.startswith("error: ")]
            sound = status in (0, 1) or (status == 2 and lines and all(map(SENTENCE.fullmatch, lines)))
            if not sound or "internal " in said or "Traceback" in said or len(said) > 5000:
                wrong.append((arguments, status, said))
    assert wrong == []


@pytest.mark.parametrize("names", EVERY, ids=" ".join)
def test_what_is_missing_is_a_sentence(names: tuple[str, ...], ran: Ran) -> None:
    status, said = ran(*names, "--no-such-option")
    assert (status, said.count("\n")) == (2, 1)
    assert said.startswith("error: usage: No such option")
    assert said.endswith(f" See {' '.join(('chaindsl', *names))} --help\n")


@pytest.mark.parametrize(
    "arguments", [["rule", "--all"], ["graph", "--schema"], ["check", "--output-format", "json"], ["doctor", "--json"],
                  ["draw", "ok.py:qa", "-o", "-"], ["completion", "bash"], ["lock", "--check"], ["--help"]],
    ids=" ".join,
)  # fmt: skip
def test_a_reader_that_goes_away_is_no_error(arguments: list[str], tmp_path: Path) -> None:
    lay_out(tmp_path)
    (tmp_path / "binary.py").unlink()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "chaindsl.cli.main", *arguments],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    said = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait() in (0, 1, 141)
    assert said == ""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may do everything")
@pytest.mark.parametrize(
    "arguments", [["check", "ok.py"], ["draw", "ok.py:qa"], ["lock"], ["new", "qa"], ["runs", "list"]], ids=" ".join
)
def test_what_is_not_permitted_is_a_sentence(arguments: list[str], ran: Ran, tmp_path: Path) -> None:
    lay_out(tmp_path)
    (tmp_path / "ok.py").chmod(0)
    tmp_path.chmod(0o500)
    try:
        status, said = ran(*arguments)
    finally:
        tmp_path.chmod(0o700)
        (tmp_path / "ok.py").chmod(0o600)
    assert status == 2
    assert all(SENTENCE.fullmatch(line) for line in said.splitlines())
