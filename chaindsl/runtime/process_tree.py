"""A started command with everything that it started: found, and ended without leaving anything behind.

A process that leaves its parent, its group and its session is still found, by a mark in the environment that it
inherits. (The other way, to become the reaper of all orphans, would change the whole process of the application.)
Only a process that leaves all three and also clears its environment escapes. Where there is no `/proc`, the group
is all that is known. It knows nothing about pipes or runs.
"""

import contextlib
import os
import secrets
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

MARK = "CHAINDSL_COMMAND"
"""The environment variable with the marks of a process's command and of the commands around it."""

GRACE = 1.0
"""Seconds between asking processes to end and killing them."""

PATIENCE = 5.0
"""Seconds to wait for killed processes: one that is stuck in the kernel can't go before its system call returns."""

_PAUSE = 0.02
_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class _Process:
    """What `/proc/PID/stat` says; `started` (ticks since boot) tells a process from a later one with its id."""

    pid: int
    alive: bool
    parent: int
    group: int
    session: int
    started: int


def new_mark() -> str:
    """Return a mark that no other command has, after the marks of the commands that this process runs under."""
    return ":".join(filter(None, (os.environ.get(MARK), secrets.token_hex(16))))


@dataclass(frozen=True, slots=True)
class ProcessTree:
    """The leader of a new session, whose environment holds the mark, and all that descends from it."""

    leader: int
    mark: str

    def living(self) -> tuple[int, ...]:
        """Return the ids of the tree's living processes, in order; zombies are not alive. Needs `/proc`."""
        return tuple(process.pid for process in self._living())

    def end(self, pause: Callable[[float], None] = time.sleep) -> tuple[int, ...]:
        """Ask every process to end, then kill those that don't, and return the ids of those that are left.

        `pause` is called with seconds to wait. The leader must not have been waited for before, so that its id,
        which is its group's, can't have gone to another process.
        """
        if not _PROC.joinpath("self", "stat").exists():
            return self._end_group(pause)
        self._signal(self._living(), signal.SIGTERM)
        # One that is stopped takes the signal only when it goes on.
        self._signal(self._living(), signal.SIGCONT)
        if self._await_end(GRACE, pause):
            return tuple(process.pid for process in self._await_end(PATIENCE, pause, signal.SIGKILL))
        return ()

    def _await_end(
        self, seconds: float, pause: Callable[[float], None], number: signal.Signals | None = None
    ) -> list[_Process]:
        """Wait until two looks in a row find nobody (one that just starts a program can be overlooked once).

        Send `number` to those found at each look; return who is left when the seconds are over.
        """
        started, quiet = time.monotonic(), 0
        while True:
            living = self._living()
            quiet = 0 if living else quiet + 1
            if quiet == 2 or time.monotonic() - started >= seconds:
                return living
            if number:
                self._signal(living, number)
            pause(_PAUSE)

    def _living(self) -> list[_Process]:
        processes = {process.pid: process for process in _processes()}
        first = processes[self.leader].started if self.leader in processes else 0
        mine = {pid for pid, each in processes.items() if self.leader in (pid, each.group, each.session)}
        others = [each for pid, each in processes.items() if pid not in mine and each.started >= first]
        mine |= {each.pid for each in others if _holds(each.pid, self.mark)}
        while found := {each.pid for each in others if each.pid not in mine and each.parent in mine}:
            mine |= found
        return [processes[pid] for pid in sorted(mine) if processes[pid].alive]

    def _signal(self, processes: Iterable[_Process], number: signal.Signals) -> None:
        """Signal the group in one call, so that nothing in it forks in between, then those that have left it."""
        self._signal_group(number)
        for process in processes:
            if process.group != self.leader:
                _send(process, number)

    def _signal_group(self, number: int) -> bool:
        """Signal the group and say whether there is anybody in it."""
        try:
            os.killpg(self.leader, number)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True

    def _end_group(self, pause: Callable[[float], None]) -> tuple[int, ...]:
        self._signal_group(signal.SIGTERM)
        self._signal_group(signal.SIGCONT)
        asked = time.monotonic()
        while self._signal_group(0) and time.monotonic() - asked < GRACE:
            pause(_PAUSE)
        self._signal_group(signal.SIGKILL)
        return ()


def _processes() -> Iterator[_Process]:
    for name in os.listdir(_PROC):  # noqa: PTH208  names are all that is needed, and this is read many times a second
        if name.isdigit() and (process := _process(int(name))):
            yield process


def _process(pid: int) -> _Process | None:
    """Read the fields that proc_pid_stat(5) numbers 3 to 6, 20 and 22."""
    try:
        text = _PROC.joinpath(str(pid), "stat").read_bytes()
    except OSError:
        return None
    # The program's name stands in parentheses and may hold anything, parentheses and spaces included.
    part = text[text.rindex(b")") + 2 :].split()
    # A process whose first thread has ended looks like a zombie, though its other threads go on.
    alive = part[0] not in (b"Z", b"X") or int(part[17]) > 1
    return _Process(pid, alive, int(part[1]), int(part[2]), int(part[3]), int(part[19]))


def end_offspring(mark: str, grace: float, patience: float) -> tuple[int, ...]:
    """End all that descends from this process, and return the ids of those for which that was not possible.

    They are found by their parents, or by `mark` in their environment. `grace` is how many seconds they have between
    being asked to end and being killed, `patience` how long killed ones are waited for. Needs `/proc`: without it
    nobody is found.
    """
    for process in (asked := _offspring(mark)):
        _send(process, signal.SIGTERM)
        _send(process, signal.SIGCONT)
    deadline = time.monotonic() + (grace if asked else 0)
    while (living := _offspring(mark)) and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    deadline = time.monotonic() + patience
    # One that just starts a program can be overlooked once, so two looks in a row must find nobody.
    while (living := living or _offspring(mark)) and time.monotonic() < deadline:
        for process in living:
            _send(process, signal.SIGKILL)
        time.sleep(_PAUSE)
        living = _offspring(mark)
    return tuple(process.pid for process in living)


def _offspring(mark: str) -> list[_Process]:
    own = os.getpid()
    processes = {process.pid: process for process in _processes()} if _PROC.joinpath("self", "stat").exists() else {}
    since = processes[own].started if own in processes else 0
    later = [pid for pid, each in processes.items() if each.started >= since]
    mine = {own} | {pid for pid in later if _holds(pid, mark)}
    while found := {each.pid for each in processes.values() if each.pid not in mine and each.parent in mine}:
        mine |= found
    return [processes[pid] for pid in sorted(mine - {own}) if processes[pid].alive]


def _holds(pid: int, mark: str) -> bool:
    try:
        return mark.encode() in _PROC.joinpath(str(pid), "environ").read_bytes()
    except OSError:
        return False


def _send(process: _Process, number: signal.Signals) -> None:
    """Signal a process, unless its id has gone to another one."""
    now = _process(process.pid)
    if now and now.started == process.started:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process.pid, number)
