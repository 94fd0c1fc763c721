"""A command that has been started: its process, its pipes and its tree, until it is waited for or ended.

It knows nothing about runs, nor about what its output is for.
"""

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from chaindsl.runtime.command_error import CommandNotFound, CommandNotStarted
from chaindsl.runtime.pipes import Pipes, Tail
from chaindsl.runtime.process_tree import MARK, PATIENCE, ProcessTree, new_mark
from chaindsl.vocabulary.command import Command, CommandResult

KEPT_ENVIRONMENT = ("PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR")
"""What a command's environment keeps of the application's; all else is given with `env`."""

DRAIN = 1.0
"""Seconds to read on after a command has exited while something that it left in the background holds its pipes."""

_POLL = 0.05


class StoppedError(Exception):
    """Whoever asked for the command does not want it any more."""


class StartedCommand:
    """A running command. Whoever has one waits for it or ends it, and closes it."""

    def __init__(self, process: "subprocess.Popen[bytes]", mark: str, stdin: bytes, max_output: int) -> None:
        assert process.stdout, "started with pipes"
        assert process.stderr, "started with pipes"
        self._process = process
        self._tree = ProcessTree(process.pid, mark)
        self._stdout, self._stderr = Tail(max_output), Tail(max_output)
        self._pipes = Pipes(process.stdin, stdin, {process.stdout: self._stdout, process.stderr: self._stderr})
        self._exit = _exit_descriptor(process.pid)
        if self._exit is not None:
            self._pipes.watch(self._exit)

    def wait(self, seconds: float | None, stop: int | None = None) -> bool:
        """Return True as soon as it has exited, False when the seconds are over before that.

        Raises StoppedError when `stop`, a descriptor, can be read before that.
        """
        if stop is not None:
            self._pipes.watch(stop)
        end = None if seconds is None else time.monotonic() + seconds
        exited = False
        while not exited:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                return False
            ready = self._pipes.serve(left if self._exit is not None else min(_POLL, left or _POLL))
            exited = self._exit in ready if self._exit is not None else self._process.poll() is not None
            if stop in ready and not exited:
                raise StoppedError
        self._drain()
        return True

    def end(self) -> tuple[int, ...]:
        """End it with all that it started; return the ids of the processes for which that was not possible."""
        survivors = self._tree.end(self._pause) if self._process.returncode is None else ()
        try:
            self._process.wait(0 if self._process.pid in survivors else PATIENCE)
        except subprocess.TimeoutExpired:
            survivors = tuple(sorted({*survivors, self._process.pid}))
        self._drain()
        return survivors

    def result(self, seconds: float) -> CommandResult:
        """Return what it has left behind; `seconds` is how long it took."""
        (stdout, stdout_cut), (stderr, stderr_cut) = self._stdout.read(), self._stderr.read()
        code = self._process.poll()
        return CommandResult(-9 if code is None else code, stdout, stderr, seconds, stdout_cut, stderr_cut)

    def close(self) -> None:
        """Give back its descriptors."""
        self._pipes.close()
        if self._exit is not None:
            os.close(self._exit)

    def _drain(self) -> None:
        self._pipes.watch_nothing()
        end = time.monotonic() + DRAIN
        while not self._pipes.drained and (left := end - time.monotonic()) > 0:
            self._pipes.serve(left)

    def _pause(self, seconds: float) -> None:
        """Go on reading, since a program that is asked to end may have something to say first."""
        self._pipes.serve_for(seconds)
        if self._exit is None:
            self._process.poll()


def start(command: Command[Any], max_output: int) -> StartedCommand:
    """Start the command. Raises CommandNotFound or CommandNotStarted."""
    mark = new_mark()
    stdin = None if command.stdin is None else _encoded(command, command.stdin)
    try:
        process = subprocess.Popen(
            command.argv,
            stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=command.cwd,
            env=_environment(command, mark),
            start_new_session=True,
        )
    except (OSError, ValueError, TypeError) as error:
        raise _not_started(command, error) from error
    return StartedCommand(process, mark, stdin or b"", max_output)


def _environment(command: Command[Any], mark: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT_ENVIRONMENT if name in os.environ}
    return {**kept, **command.env, MARK: mark}


def _encoded(command: Command[Any], text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise CommandNotStarted(command, f"its input can't be written as UTF-8: {error.reason}") from error


def _not_started(command: Command[Any], error: Exception) -> CommandNotFound | CommandNotStarted:
    if command.cwd is not None and not Path(command.cwd).is_dir():
        return CommandNotStarted(command, f"there is no folder {command.cwd!r}", "cwd= names an existing folder")
    if isinstance(error, FileNotFoundError):
        program, search = command.argv[0], {**os.environ, **command.env}.get("PATH")
        there = Path(command.cwd or ".", program).exists() if os.sep in program else shutil.which(program, path=search)
        if not there:
            return CommandNotFound(command)
        return CommandNotStarted(command, "the program that its first line asks for does not exist")
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return CommandNotStarted(command, why)


def _exit_descriptor(pid: int) -> int | None:
    """Return a descriptor that can be read once the process has exited, None where the system has no such thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None
