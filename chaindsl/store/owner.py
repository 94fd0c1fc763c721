"""Who advances a run: the name of a process, and whether that process is still there.

A process is named by its host, its number, and when it started, since numbers are used again. The host's part holds
more than its name: after a restart, or in another container of the same name, numbers mean other processes.
"""

import hashlib
import os
from functools import lru_cache
from pathlib import Path

from chaindsl.store.head import Head

SILENCE = 60.0
"""Seconds without a beat after which a process on another host counts as gone."""

_PROCESSES = Path("/proc")
_UNKNOWN = "0"
_GONE = {"Z", "X", "x"}


def me() -> str:
    """Return the name of this process: `HOST:PID:START`. A forked child has a name of its own."""
    return _named(os.getpid())


def alive(head: Head, now: float) -> bool:
    """Say whether the owner of a run may still be at work, at the time `now` in seconds since the epoch.

    A process of this host is at work as long as it exists, and a zombie does not; of any other it is known only by
    how long ago it was heard of.
    """
    if head.owner is None:
        return False
    host, pid, start = _parts(head.owner)
    if host != _host() or start == _UNKNOWN:
        return now - head.beat < SILENCE
    return _start(pid) == start


@lru_cache(maxsize=1)
def _named(pid: int) -> str:
    return f"{_host()}:{pid}:{_start(str(pid)) or _UNKNOWN}"


@lru_cache(maxsize=1)
def _host() -> str:
    """Name this host, this start of it, and the space of numbers its processes have here."""
    marks = f"{_text('sys/kernel/random/boot_id')}{_space()}"
    return f"{os.uname().nodename}.{hashlib.sha256(marks.encode()).hexdigest()[:8]}"


def _space() -> str:
    try:
        return str((_PROCESSES / "self" / "ns" / "pid").readlink())
    except OSError:
        return ""


def _start(pid: str) -> str | None:
    """Return when a process started, in the kernel's ticks; None where there is none, or the system doesn't tell."""
    # The program's name stands in brackets and may hold anything; state and start follow it.
    fields = _text(f"{pid}/stat").rpartition(")")[2].split()
    return fields[19] if len(fields) > 19 and fields[0] not in _GONE else None


def _text(name: str) -> str:
    try:
        return (_PROCESSES / name).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _parts(owner: str) -> tuple[str, str, str]:
    parts = owner.rsplit(":", 2)
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 and parts[1].isdecimal() else ("", "", _UNKNOWN)
