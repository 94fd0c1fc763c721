"""The name of a process, and whether it is still at work."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from chaindsl.store import owner
from chaindsl.store.head import Head
from chaindsl.store.owner import SILENCE, alive, me

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system tells nothing of processes")


def owned(name: str | None, beat: float = 0.0) -> Head:
    return Head("r1", "flow", "g1", "d1", "running", owner=name, beat=beat)


def test_a_process_is_named_by_host_number_and_start() -> None:
    host, process, start = me().rsplit(":", 2)
    assert process == str(os.getpid())
    assert host.rpartition(".")[0] == os.uname().nodename
    assert int(start) > 0
    assert me() == me()


def test_this_process_is_alive_however_long_it_was_silent() -> None:
    assert alive(owned(me()), now=1e12)


def test_nobody_is_not_alive() -> None:
    assert not alive(owned(None), now=0.0)


def test_a_number_that_another_process_has_now_is_not_the_owner() -> None:
    host, process, start = me().rsplit(":", 2)
    assert not alive(owned(f"{host}:{process}:{int(start) + 1}"), now=0.0)


def test_a_child_has_a_name_of_its_own_and_is_dead_when_it_ended() -> None:
    program = "from chaindsl.store.owner import me; print(me(), flush=True); input()"
    child = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    name = child.stdout.readline().strip()
    assert name != me()
    assert alive(owned(name), now=1e12)
    child.send_signal(signal.SIGKILL)
    # Not waited for yet, it is a zombie.
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert Path(f"/proc/{child.pid}/stat").exists()
    assert not alive(owned(name), now=0.0)
    child.communicate()
    assert not alive(owned(name), now=0.0)


@pytest.mark.parametrize(
    "name", ["elsewhere:1:1", "elsewhere.12345678:1:1", f"{os.uname().nodename}:1:1", "odd", "a:b:c", ""]
)
def test_of_another_host_only_the_silence_is_known(name: str) -> None:
    assert alive(owned(name, beat=1_000.0), now=1_000.0 + SILENCE - 0.5)
    assert not alive(owned(name, beat=1_000.0), now=1_000.0 + SILENCE)


def test_another_start_of_the_system_is_another_host(monkeypatch: pytest.MonkeyPatch) -> None:
    before = me()
    monkeypatch.setattr(owner, "_space", lambda: "pid:[1]")
    owner._host.cache_clear()
    owner._named.cache_clear()
    try:
        assert me() != before
        assert alive(owned(before, beat=5.0), now=6.0)
        assert not alive(owned(before, beat=5.0), now=5.0 + SILENCE)
    finally:
        owner._host.cache_clear()
        owner._named.cache_clear()


def test_where_nothing_is_told_of_processes_the_silence_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(owner, "_PROCESSES", tmp_path)
    owner._host.cache_clear()
    owner._named.cache_clear()
    try:
        name = me()
        assert name.endswith(f":{os.getpid()}:0")
        assert alive(owned(name, beat=5.0), now=6.0)
        assert not alive(owned(name, beat=5.0), now=5.0 + SILENCE)
    finally:
        owner._host.cache_clear()
        owner._named.cache_clear()


@pytest.mark.parametrize("program", ["a program", "a) Z 1 (b", "))) ("])
def test_a_program_may_have_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str) -> None:
    (tmp_path / "77").mkdir()
    after = " ".join(["S", *map(str, range(4, 53))])
    (tmp_path / "77" / "stat").write_text(f"77 ({program}) {after}\n", encoding="utf-8")
    monkeypatch.setattr(owner, "_PROCESSES", tmp_path)
    assert owner._start("77") == "22"
    assert owner._start("78") is None
