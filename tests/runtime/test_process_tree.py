"""Trees of processes that try to stay: after `end` nothing of them runs. A tag in its arguments gives each away."""

import contextlib
import glob
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chaindsl.runtime import process_tree
from chaindsl.runtime.process_tree import MARK, ProcessTree, new_mark
from chaindsl.runtime.started_command import StartedCommand, start
from chaindsl.vocabulary.command import cli

SECONDS = 60

# What every process of a tree can do: say that it is there, and stay.
PRELUDE = """
import ctypes, os, signal, sys, threading, time
ready = sys.argv[1]
def here():
    with open(ready, "a") as file:
        file.write("x")
def stay():
    here()
    while True:
        time.sleep(60)
def child(then):
    if os.fork() == 0:
        then()
        os._exit(0)
def deaf():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stay()
def daemon(then):
    def middle():
        os.setsid()
        child(then)
    child(middle)
    os.wait()
def closed():
    for descriptor in range(3):
        os.close(descriptor)
    os.chdir("/")
    stay()
def bare():
    here()
    os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", ready], {})
def deaf_and_bare():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    bare()
def again(*_):
    child(deaf)
def deep(levels):
    child(lambda: deep(levels - 1)) if levels else None
    stay()
def flood():
    here()
    while True:
        os.write(1, b"o" * 65536)
        os.write(2, b"e" * 65536)
def headless():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=stay).start()
    ctypes.CDLL(None).pthread_exit(0)
def halt():
    here()
    os.kill(os.getpid(), signal.SIGSTOP)
"""

# The script of the leader, and how many processes say that they are there.
TREES = {
    "alone": ("stay()", 1),
    "child": ("child(stay); stay()", 2),
    "deep": ("deep(8)", 9),
    "group-of-its-own": ("child(lambda: (os.setpgid(0, 0), stay())); stay()", 2),
    "session-of-its-own": ("child(lambda: (os.setsid(), stay())); stay()", 2),
    "forked-twice": ("child(lambda: child(stay)); os.wait(); stay()", 2),
    "daemon": ("daemon(stay); stay()", 2),
    "daemon-with-closed-pipes": ("daemon(closed); stay()", 2),
    "two-daemons-of-a-daemon": ("daemon(lambda: (daemon(stay), daemon(stay), stay())); stay()", 4),
    "deaf": ("deaf()", 1),
    "deaf-child-of-one-that-goes": ("child(deaf); stay()", 2),
    "deaf-daemon": ("daemon(deaf); stay()", 2),
    "starts-another-when-asked-to-end": ("signal.signal(signal.SIGTERM, again); stay()", 1),
    "stopped": ("child(halt); stay()", 2),
    "empty-environment": ("child(bare); stay()", 2),
    "empty-environment-and-session": ("child(lambda: (os.setsid(), bare())); stay()", 2),
    "orphan-with-empty-environment": ("child(lambda: child(deaf_and_bare)); os.wait(); stay()", 2),
    "zombies": ("[child(here) for _ in range(3)]; stay()", 4),
    "first-thread-gone": ("headless()", 1),
    "flood": ("child(flood); flood()", 2),
}


@pytest.fixture
def tag(tmp_path: Path) -> Iterator[str]:
    """The file in which processes say that they are there; its name is in the arguments of all of them."""
    ready = tmp_path / "ready"
    ready.touch()
    yield str(ready)
    for pid in tagged(str(ready)):
        os.kill(pid, signal.SIGKILL)


def tagged(tag: str) -> list[int]:
    """The living processes with the tag among their arguments. A zombie has no arguments any more, a thread has."""
    found = set()
    # Not `Path.glob`, which fails when a process ends while it looks.
    for name in glob.glob("/proc/[0-9]*/task/[0-9]*/cmdline"):  # noqa: PTH207
        path = Path(name)
        with contextlib.suppress(OSError):
            if tag.encode() in path.read_bytes().split(b"\0"):
                found.add(int(path.parts[2]))
    return sorted(found)


def begin(script: str, count: int, tag: str) -> StartedCommand:
    running = start(cli(sys.executable, "-S", "-c", f"{PRELUDE}{script}", tag), 1_000)
    end = time.monotonic() + SECONDS
    while Path(tag).stat().st_size < count:
        assert time.monotonic() < end, "the tree did not come up"
        running.wait(0.02)
    return running


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "GRACE", 0.2)


@pytest.mark.parametrize("name", TREES)
def test_nothing_is_left(name: str, tag: str) -> None:
    script, count = TREES[name]
    running = begin(script, count, tag)
    assert running.end() == ()
    running.close()
    assert tagged(tag) == []


ENDS = ("stay", "deaf", "halt", "closed", "flood")
LEAVING = ("None", "os.setpgid(0, 0)", "os.setsid()")


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> tuple[str, int]:
    """A process as the text of a function, and how many there are of it and what it starts."""
    kids = [draw(trees(depth - 1)) for _ in range(draw(st.integers(0, 2)))] if depth else []
    ways = [draw(st.sampled_from(("child", "daemon"))) for _ in kids]
    started = "".join(f"{way}({kid}), " for way, (kid, _) in zip(ways, kids, strict=True))
    leaves, ends = draw(st.sampled_from(LEAVING)), draw(st.sampled_from(ENDS))
    return f"(lambda: ({leaves}, {started}{ends}()))", 1 + sum(count for _, count in kids)


@given(trees())
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_is_left_of_any_tree(tmp_path: Path, tree: tuple[str, int]) -> None:
    script, count = tree
    tag = tmp_path / f"ready-{time.monotonic_ns()}"
    tag.touch()
    # The leader of a group can't leave it, so the tree hangs below one that stays.
    running = begin(f"child({script}); stay()", count + 1, str(tag))
    try:
        assert running.end() == ()
        assert tagged(str(tag)) == []
    finally:
        running.close()
        for pid in tagged(str(tag)):
            os.kill(pid, signal.SIGKILL)


def test_one_that_ends_when_asked_has_time_to_say_so(tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "GRACE", SECONDS)
    running = begin("signal.signal(signal.SIGTERM, lambda *_: (print('bye'), sys.exit(3))); stay()", 1, tag)
    assert running.end() == ()
    running.close()
    result = running.result(0)
    assert (result.exit_code, result.stdout) == (3, "bye\n")


def test_others_are_left_alone(tag: str) -> None:
    mine, other = begin("child(stay); stay()", 2, tag), begin("daemon(stay); stay()", 4, tag)
    assert len(tagged(tag)) == 4
    assert mine.end() == ()
    mine.close()
    assert len(tagged(tag)) == 2
    assert other.end() == ()
    other.close()


def test_what_can_not_be_ended_is_reported(tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    running = begin("child(stay); stay()", 2, tag)
    living = tagged(tag)
    with monkeypatch.context() as patch:
        patch.setattr(process_tree, "PATIENCE", 0.1)
        patch.setattr(os, "killpg", lambda group, number: None)
        assert list(running.end()) == living
    assert running.end() == ()
    running.close()


def test_a_later_process_with_the_id_of_a_member_is_not_signalled(monkeypatch: pytest.MonkeyPatch) -> None:
    member = process_tree._Process(os.getpid(), True, 1, 1, 1, started=-1)
    monkeypatch.setattr(os, "kill", lambda pid, number: pytest.fail(f"signalled {pid}"))
    monkeypatch.setattr(os, "killpg", lambda group, number: None)
    ProcessTree(os.getpid(), new_mark())._signal([member], signal.SIGTERM)


def test_one_look_that_finds_nobody_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    someone = process_tree._Process(1, True, 1, 1, 1, started=-1)
    looks: list[list[process_tree._Process]] = [[], [someone], [], []]
    monkeypatch.setattr(ProcessTree, "_living", lambda self: looks.pop(0))
    assert ProcessTree(1, new_mark())._await_end(SECONDS, lambda seconds: None) == []
    assert looks == []


def test_commands_within_commands_carry_every_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MARK, outer := new_mark())
    inner = new_mark()
    assert inner.startswith(f"{outer}:")
    assert inner != new_mark()


@pytest.mark.parametrize("name", ["alone", "deep", "deaf", "forked-twice", "stopped"])
def test_without_proc_the_group_is_ended(name: str, tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "_PROC", Path("/nowhere"))
    monkeypatch.delattr(os, "pidfd_open")
    script, count = TREES[name]
    running = begin(script, count, tag)
    assert running.end() == ()
    running.close()
    assert tagged(tag) == []
