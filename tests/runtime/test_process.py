"""Commands as they are run for a step: what goes in, what comes out, and what is wrong."""

import asyncio
import itertools
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from chaindsl.runtime import process_tree, started_command
from chaindsl.runtime.command_error import (
    CommandFailed,
    CommandNotFound,
    CommandNotStarted,
    CommandOutputError,
    CommandTimeout,
)
from chaindsl.runtime.pipes import Pipes
from chaindsl.runtime.process import arun_command, decode, run_command
from chaindsl.vocabulary.command import Command, CommandResult, cli

Run = Callable[..., CommandResult]
FOREVER = 600.0


def run_async(command: Command[Any], **options: Any) -> CommandResult:
    return asyncio.run(arun_command(command, **options))


@pytest.fixture(params=[run_command, run_async], ids=["run", "arun"])
def run(request: pytest.FixtureRequest) -> Run:
    """Every case on both ways to run a command."""
    found: Run = request.param
    return found


def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.fixture(autouse=True)
def no_descriptor_is_left_open() -> Iterator[None]:
    before = descriptors()
    yield
    assert descriptors() == before


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "GRACE", 0.2)
    monkeypatch.setattr(started_command, "DRAIN", 0.2)


def python(script: str, *arguments: str, **options: Any) -> Command[CommandResult]:
    return cli(sys.executable, "-S", "-c", script, *arguments, **options)


def appears(path: Path) -> None:
    end = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < end, f"{path} did not appear"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    found = process_tree._process(pid)
    return found is not None and found.alive


# What goes in


def test_arguments_are_passed_as_they_are(run: Run) -> None:
    arguments = ("$HOME", "*", "; rm -rf x", "a b", "", "-n", "ünï\n")
    assert run(python("import sys; print(sys.argv[1:])", *arguments)).stdout == f"{list(arguments)}\n"


def test_text_goes_to_the_input(run: Run) -> None:
    assert run(cli("cat", stdin="grün\n")).stdout == "grün\n"


@pytest.mark.parametrize("stdin", [None, ""])
def test_without_text_the_input_is_empty(run: Run, stdin: str | None) -> None:
    assert run(cli("cat", stdin=stdin)).stdout == ""


def test_the_environment_is_small(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_KEY", "secret")
    monkeypatch.setenv("LANG", "C.UTF-8")
    lines = run(cli("env", env={"MODE": "test"})).stdout.splitlines()
    found = dict(line.split("=", 1) for line in lines)
    assert (found["MODE"], found["LANG"], found["PATH"]) == ("test", "C.UTF-8", os.environ["PATH"])
    assert found.keys() <= {*started_command.KEPT_ENVIRONMENT, "MODE", process_tree.MARK}


def test_the_command_s_own_path_counts(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "special"
    program.write_text("#!/bin/sh\necho found\n")
    program.chmod(0o755)
    assert run(cli("special", env={"PATH": f"{tmp_path}:/bin:/usr/bin"})).stdout == "found\n"


def test_the_folder(run: Run, tmp_path: Path) -> None:
    assert run(cli("pwd", cwd=str(tmp_path))).stdout == f"{tmp_path.resolve()}\n"


# What comes out


def test_both_outputs_and_the_exit_code(run: Run) -> None:
    result = run(cli("sh", "-c", "echo out; echo err >&2; exit 3"), clock=itertools.count(10.0, 2.5).__next__)
    assert result == CommandResult(3, "out\n", "err\n", 2.5)
    assert not result.ok


def test_an_ending_by_a_signal(run: Run) -> None:
    assert run(cli("sh", "-c", "kill -9 $$")).exit_code == -9


def test_a_flood_is_cut_at_its_start_and_blocks_nothing(run: Run) -> None:
    script = """
import os
for number in range(200):
    os.write(1, b"%06d" % number * 10_000)
    os.write(2, b"%06d" % number * 10_000)
"""
    result = run(python(script), max_output=60_000)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "000199" * 10_000, "000199" * 10_000)
    assert (result.stdout_cut, result.stderr_cut) == (199 * 60_000, 199 * 60_000)


def test_much_input_and_much_output_at_once(run: Run) -> None:
    text = "0123456789" * 300_000
    result = run(cli("cat", stdin=text), max_output=len(text))
    assert (result.stdout == text, result.stdout_cut) == (True, 0)


def test_a_program_need_not_read_its_input(run: Run) -> None:
    assert run(cli("true", stdin="x" * 3_000_000)).exit_code == 0


def test_output_that_is_no_text(run: Run) -> None:
    assert run(cli("printf", r"a\377b\303\n")).stdout == "a\ufffdb\ufffd\n"


@pytest.mark.usefixtures("impatient")
def test_what_holds_the_pipes_open_in_the_background_goes_on_and_is_not_waited_for(run: Run) -> None:
    result = run(cli("sh", "-c", "sleep 600 & echo $!"))
    pid = int(result.stdout)
    assert (result.exit_code, alive(pid)) == (0, True)
    os.kill(pid, signal.SIGKILL)


def test_what_the_background_still_says_is_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(started_command, "DRAIN", 60.0)
    assert run(cli("sh", "-c", "(sleep 0.3; echo late) & echo early")).stdout == "early\nlate\n"


def test_threads_run_commands_side_by_side() -> None:
    found: dict[int, str] = {}

    def work(number: int) -> None:
        found[number] = run_command(cli("sh", "-c", f"sleep 0.1; echo {number}")).stdout

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: f"{number}\n" for number in range(8)}


def test_without_descriptors_for_processes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pidfd_open")
    assert run(cli("sh", "-c", "sleep 0.1; echo done; exit 4")).exit_code == 4
    with pytest.raises(CommandTimeout):
        run(cli("sleep", "600"), timeout=0.2)


# What can't be started


def test_a_program_that_is_not_there(run: Run) -> None:
    with pytest.raises(CommandNotFound) as caught:
        run(cli("no-such-program", "x y"))
    assert caught.value.issue.message == "`no-such-program 'x y'` is no program that can be found"
    assert (caught.value.code, caught.value.issue.subject) == ("command-not-found", "no-such-program")
    assert (caught.value.exit_code, caught.value.tail) == (None, "")


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (cli("true", cwd="/no/such"), "there is no folder '/no/such'"),
        (cli("true", "a\0b"), "embedded null byte"),
        (cli("true", "x" * 3_000_000), "Argument list too long"),
        (cli("true", env={"A=B": "1"}), "illegal environment variable name"),
        (
            cli("true", stdin="\ud800"),
            "its input can't be written as UTF-8: surrogates not allowed",
        ),
        (cli("/"), "Permission denied"),
    ],
    ids=["folder", "null", "long", "environment", "input", "directory"],
)
def test_what_can_not_be_started(run: Run, command: Command[Any], why: str) -> None:
    with pytest.raises(CommandNotStarted) as caught:
        run(command)
    assert caught.value.issue.message.endswith(f"could not be started: {why}")
    assert caught.value.code == "command-not-started"


def test_a_script_whose_interpreter_is_not_there(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    for command in (cli(str(script)), cli("script", env={"PATH": str(tmp_path)}), cli("./script", cwd=str(tmp_path))):
        with pytest.raises(CommandNotStarted, match="the program that its first line asks for does not exist"):
            run(command)


# What takes too long


@pytest.mark.usefixtures("impatient")
def test_the_shorter_timeout_counts(run: Run) -> None:
    for command, timeout in ((cli("sleep", "600", timeout=0.2), FOREVER), (cli("sleep", "600", timeout=FOREVER), 0.2)):
        with pytest.raises(CommandTimeout) as caught:
            run(command, timeout=timeout)
        assert caught.value.issue.message == "`sleep 600` was ended after 0.2 s"
        assert (caught.value.exit_code, caught.value.survivors) == (-15, ())


@pytest.mark.usefixtures("impatient")
def test_what_it_wrote_before_is_kept(run: Run) -> None:
    with pytest.raises(CommandTimeout) as caught:
        run(cli("sh", "-c", "echo working; echo waiting for the lock >&2; sleep 600"), timeout=3)
    assert caught.value.issue.message.endswith("was ended after 3 s: waiting for the lock")
    assert caught.value.result
    assert (caught.value.result.stdout, caught.value.tail) == ("working\n", "waiting for the lock")


@pytest.mark.usefixtures("impatient")
def test_survivors_are_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = process_tree.ProcessTree.end
    monkeypatch.setattr(process_tree.ProcessTree, "end", lambda self, pause: (*real(self, pause), 4_000_001))
    with pytest.raises(CommandTimeout) as caught:
        run(cli("sleep", "600"), timeout=0.1)
    assert caught.value.survivors == (4_000_001,)
    assert caught.value.issue.message.endswith("; processes that could not be ended: 4000001")


@pytest.mark.usefixtures("impatient")
def test_an_interrupt_ends_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = tmp_path / "ready"
    real = Pipes.serve

    def serve(self: Pipes, seconds: float | None) -> set[int]:
        if ready.exists():
            monkeypatch.setattr(Pipes, "serve", real)
            raise KeyboardInterrupt
        return real(self, 0.01)

    monkeypatch.setattr(Pipes, "serve", serve)
    with pytest.raises(KeyboardInterrupt):
        run_command(cli("sh", "-c", f"sleep 600 & echo $! > {ready}.new; mv {ready}.new {ready}; wait"))
    assert not alive(int(ready.read_text()))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("cancels", [1, 3])
async def test_cancelling_ends_the_command_first(tmp_path: Path, cancels: int) -> None:
    ready = tmp_path / "ready"
    script = f"trap '' TERM; sleep 600 & echo $! > {ready}.new; mv {ready}.new {ready}; wait; sleep 600"
    task = asyncio.create_task(arun_command(cli("sh", "-c", script)))
    await asyncio.to_thread(appears, ready)
    for _ in range(cancels):
        task.cancel()
        await asyncio.sleep(0.02)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not alive(int(ready.read_text()))


async def test_more_commands_at_once_than_the_loop_has_threads() -> None:
    results = await asyncio.gather(*(arun_command(cli("sh", "-c", f"sleep 0.2; echo {n}")) for n in range(40)))
    assert [result.stdout for result in results] == [f"{n}\n" for n in range(40)]


# What is stored


class Report(BaseModel):
    """What a linter says, say."""

    errors: int
    files: list[str]


DONE = CommandResult(0, '{"errors": 2, "files": ["a.py"]}\n', "")


def test_the_result_the_text_or_json_is_stored() -> None:
    command = cli("lint")
    assert decode(command, DONE) is DONE
    assert decode(command.text(), DONE) == DONE.stdout
    assert decode(command.json(Report), DONE) == Report(errors=2, files=["a.py"])
    assert decode(command.json(dict[str, object]), DONE) == {"errors": 2, "files": ["a.py"]}


def test_an_exit_code_fails_unless_it_is_not_checked() -> None:
    result = CommandResult(1, "", "a.py:1: E501\nFound 1 error.\n")
    assert decode(cli("lint", check=False), result) is result
    with pytest.raises(CommandFailed) as caught:
        decode(cli("lint", "a.py"), result)
    assert caught.value.issue.message == "`lint a.py` exited with 1: Found 1 error."
    assert (caught.value.exit_code, caught.value.tail) == (1, "a.py:1: E501\nFound 1 error.")


@pytest.mark.parametrize(
    ("stdout", "why"),
    [
        ("", "Invalid JSON: EOF while parsing a value at line 1 column 0"),
        (
            '{"errors": "many"}',
            "errors: Input should be a valid integer, unable to parse string as an integer; files: Field required",
        ),
    ],
)
def test_json_that_is_not_what_was_asked_for(stdout: str, why: str) -> None:
    with pytest.raises(CommandOutputError) as caught:
        decode(cli("lint", check=False).json(Report), CommandResult(1, stdout, ""))
    assert caught.value.issue.message == f"`lint` exited with 1, but its output is not what is asked for: {why}"


def test_output_that_is_cut_is_no_text_and_no_json() -> None:
    cut = CommandResult(0, "tail", "", stdout_cut=12)
    assert decode(cli("lint"), cut) is cut
    for command in (cli("lint").text(), cli("lint").json(Report)):
        with pytest.raises(CommandOutputError, match="the first 12 bytes are cut off"):
            decode(command, cut)
