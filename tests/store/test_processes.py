"""Several processes at one store: races, kills, forks, a disk and files that are full."""

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from chaindsl.store.catalogue import open_store
from tests.store.place import ME, Place, create, head
from tests.store.soak import ROOT, Soak
from tests.store.worker import MORE, RUN

RUNS = {"sqlite": 500, "postgres": 200}
PROCESSES = 4
THREADS = 8
KILLS = {"sqlite": 60, "postgres": 15}
WORKER = [sys.executable, "-m", "tests.store.worker"]
FORK = """
import os, sys
from chaindsl.store.catalogue import open_store
from chaindsl.store.head import Head
from chaindsl.store.owner import me
from chaindsl.store.row import Row
store = open_store(sys.argv[1])
leases = [store.create(Head(f"r{n}", "flow", "g1", "d1", "running"), "{}", [], me()) for n in range(2)]
before = me()
child = os.fork()
mine = leases[child == 0]
for number in range(30):
    store.append(mine, [Row(f"{number}", "{}")])
if child == 0:
    store.create(Head("r2", "flow", "g1", "d1", "running"), "{}", [], me())
    store.close()
    os._exit(me() == before)
_, status = os.waitpid(child, 0)
print(status, [head.rows for head in sorted(store.heads(), key=lambda head: head.id)], store.damages())
print(store.head("r2").owner != before == me())
store.close()
"""


def test_of_thirty_two_that_race_for_a_run_one_wins(shared: Place) -> None:
    address = shared.fresh()
    store = shared.open(address)
    runs = RUNS[shared.kind]
    for number in range(runs):
        store.release(create(store, f"run{number}"))
    racers = [
        subprocess.Popen(
            [*WORKER, "race", address, str(THREADS), str(seed)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in range(PROCESSES)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    said = [racer.communicate("go\n")[0] for racer in racers]
    assert [racer.returncode for racer in racers] == [0] * PROCESSES
    won = Counter(run for text in said for run in text.split())
    assert won == Counter({f"run{number}": 1 for number in range(runs)})
    assert {found.fence for found in store.heads(limit=runs)} == {2}
    assert store.damages() == ()


def test_nothing_is_lost_and_nothing_is_there_twice_after_kills(shared: Place) -> None:
    soak = Soak(shared.fresh())
    for _ in range(KILLS[shared.kind]):
        soak.kill()
    soak.close()
    assert soak.problems == []
    assert soak.acknowledged > 0


def test_both_sides_of_a_fork_go_on(shared: Place) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", FORK, shared.fresh()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.stdout) == ("", "0 [30, 30, 0] ()\nTrue\n")


def prepared(path: Path) -> str:
    store = open_store(str(path))
    store.release(store.create(head(RUN), "{}", [], ME))
    store.close()
    return f"sqlite:{path}"


def compare(address: str, said: str) -> None:
    """Whatever was acknowledged is there, in order; it failed for a while and then went on."""
    lines = said.splitlines()
    failed = [place for place, line in enumerate(lines) if line == "failed store-unavailable"]
    assert len(failed) >= 3, said[-500:]
    assert failed[0] > 5
    assert failed[-1] == len(lines) - MORE - 1
    store = open_store(address)
    assert [row.row.kind for row in store.rows(RUN)] == [line for line in lines if line.startswith("row")]
    assert store.damages() == ()
    store.close()


@pytest.mark.parametrize("size", [60_000, 300_000])
def test_files_that_may_not_grow_keep_what_was_acknowledged(tmp_path: Path, size: int) -> None:
    address = prepared(tmp_path / "store.db")
    done = subprocess.run([*WORKER, "limit", address, str(size)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    compare(address, done.stdout)


def test_a_full_disk_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    script = f"""
    mount -t tmpfs -o size=2m tmpfs {disk} || exit 77
    set -e
    cp {tmp_path}/store.db {disk}
    head -c 1500000 /dev/zero > {disk}/ballast
    {" ".join(WORKER)} fill sqlite:{disk}/store.db {disk}/ballast
    cp {disk}/store.db {tmp_path}/kept.db
    """
    prepared(tmp_path / "store.db")
    done = mounted(script)
    if done is None or done.returncode == 77:
        pytest.skip("nobody may mount a small disk here")
    assert (done.returncode, done.stderr) == (0, "")
    compare(f"sqlite:{tmp_path}/kept.db", done.stdout)


def mounted(script: str) -> subprocess.CompletedProcess[str] | None:
    """Run a script that may mount, for itself only; None where that is not possible."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return None
    for rights in (["--mount"], ["--user", "--map-root-user", "--mount"]):
        if subprocess.run([unshare, *rights, "true"], capture_output=True, check=False).returncode == 0:
            return subprocess.run(
                [unshare, *rights, "sh", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
            )
    return None
