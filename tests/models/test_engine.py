"""The process of the embedded model, played by programs that start, fail and refuse to end."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chaindsl.models import engine as module
from chaindsl.models.engine import Engine, Setup, engine, stop_all
from chaindsl.models.failure import ModelError

SETUP = Setup(context=512, threads=1)
GOOD = """
    settings = json.loads(sys.stdin.readline())
    print("noise", file=sys.stderr)
    print(json.dumps({"address": json.dumps(settings)}), flush=True)
    sys.stdin.read()
"""

Play = Callable[[str], None]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """Sets the program that plays the model; engines end with the test."""
    monkeypatch.setattr(module, "require", lambda package, extra: None)
    monkeypatch.setattr(module, "weights", lambda: Path("model.gguf"))
    monkeypatch.setattr(module, "_running", {})
    monkeypatch.setattr(module, "PROGRAM", tmp_path / "program.py")

    def write(source: str) -> None:
        (tmp_path / "program.py").write_text("import json, os, signal, sys, time\n" + textwrap.dedent(source))

    yield write
    stop_all()


def failure() -> str:
    with pytest.raises(ModelError) as caught:
        engine(SETUP)
    assert caught.value.code == "model-unreachable"
    return caught.value.issue.message


def test_it_starts_once_for_a_setup(play: Play) -> None:
    play(GOOD)
    first = engine(SETUP)
    assert first.alive
    assert engine(Setup(context=512, threads=1)) is first
    assert engine(Setup(context=256, threads=1)) is not first


def test_it_is_told_the_setup_and_a_key_of_its_own(play: Play) -> None:
    play(GOOD)
    first, second = Engine(SETUP), Engine(SETUP)
    try:
        assert json.loads(first.address) == {
            "path": "model.gguf",
            "name": "gemma-3-270m",
            "context": 512,
            "threads": 1,
            "key": first.key,
        }
        assert len(first.key) >= 32
        assert first.key != second.key
    finally:
        first.stop()
        second.stop()


def test_one_that_died_is_started_again(play: Play) -> None:
    play(GOOD)
    first = engine(SETUP)
    first._process.kill()
    first._process.wait()
    assert not first.alive
    assert engine(SETUP) is not first


def test_it_ends_when_asked_and_twice_is_fine(play: Play) -> None:
    play(GOOD)
    running = engine(SETUP)
    running.stop()
    running.stop()
    assert (running.alive, running._process.returncode) == (False, 0)


def test_one_that_does_not_end_is_killed(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STOP_SECONDS", 0.1)
    play('print(json.dumps({"address": "here"}), flush=True); time.sleep(60)')
    running = engine(SETUP)
    running.stop()
    assert running._process.returncode == -9


def test_the_engine_of_a_parent_is_neither_used_nor_ended(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    play(GOOD)
    running = engine(SETUP)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(os, "getpid", lambda: -1)
        assert not running.alive
        running.stop()
    assert running.alive


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("sys.exit(3)", "its process ended with 3"),
        ("os.kill(os.getpid(), signal.SIGILL)", "its process ended with -4"),
        ("print('hello'); sys.exit(0)", "its process ended with 0"),
        ("print('[1]'); sys.exit(0)", "its process ended with 0"),
        ("print(json.dumps({'error': 'RuntimeError: bad file'}))", "RuntimeError: bad file"),
    ],
)
def test_one_that_does_not_start_says_why(play: Play, program: str, reason: str) -> None:
    play(program)
    assert failure() == f"the embedded model did not start: {reason}"


def test_one_that_never_answers_is_killed(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "START_SECONDS", 0.2)
    play("time.sleep(60)")
    assert failure() == "the embedded model did not start: its process ended with -9"


def program(folder: Path, library: str) -> subprocess.Popen[str]:
    """The real program, told to serve by a library that is none."""
    (folder / "xllamacpp.py").write_text(textwrap.dedent(library))
    started = subprocess.Popen(
        [sys.executable, "-P", str(module.PROGRAM)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(folder)},
    )
    assert started.stdin is not None
    started.stdin.write('{"path": "p", "name": "n", "context": 1, "threads": 1, "key": "k"}\n')
    started.stdin.flush()
    return started


def test_the_program_reports_what_keeps_it_from_serving(tmp_path: Path) -> None:
    with program(tmp_path, "class CommonParams:\n    def __init__(self): raise RuntimeError('no')\n") as started:
        said = started.communicate(timeout=60)
    assert (started.returncode, *said) == (0, '{"error": "RuntimeError: no"}\n', "")


def test_the_program_ends_with_its_input_even_while_its_interpreter_is_stuck(tmp_path: Path) -> None:
    library = """
        import ctypes, fcntl, os, threading, time
        from types import SimpleNamespace as CommonParams_

        def CommonParams():
            return CommonParams_(model=CommonParams_(), cpuparams=CommonParams_(), cpuparams_batch=CommonParams_())

        llama_flash_attn_type = CommonParams_(LLAMA_FLASH_ATTN_TYPE_DISABLED=0)

        class Server:
            listening_address = "here"

            def __init__(self, params):
                print("noise on standard output", flush=True)
                threading.Thread(target=self.stick, daemon=True).start()

            def stick(self):
                while not fcntl.fcntl(0, fcntl.F_GETFL) & os.O_ASYNC:
                    time.sleep(0.01)
                os.write(2, b"stuck")
                ctypes.PyDLL(None).sleep(60)  # unlike CDLL, with the interpreter's lock held
    """
    with program(tmp_path, library) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        assert started.stderr is not None
        assert started.stdout.readline() == '{"address": "here"}\n'
        assert started.stderr.read(len("noise on standard output\nstuck")).endswith("stuck")
        started.stdin.close()
        assert started.wait(timeout=30) == -signal.SIGIO
