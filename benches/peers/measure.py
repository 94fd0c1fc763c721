"""Measures one system inside its own environment and prints JSON: `python -m benches.peers.measure WORK WHAT`.

Runs wherever Python runs: it knows the standard library, the minimal runner, and the one module of work it is told.
Every round times the minimal runner next to the system, so that a ratio is taken within milliseconds on one processor.
"""

import asyncio
import gc
import importlib
import json
import resource
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benches.minimal import MinimalRunner

LENGTHS = {
    "10 steps": (10, 1),
    "100 steps": (100, 1),
    "1,000 steps": (1_000, 1),
    "100 steps beside 1 MB": (100, 1_000_000),
}
ROUNDS, SECONDS = 11, 5.0
SHORTEST = 0.01
WAITS, WORKERS, WAIT = 100, 16, 0.01
DURABLE_STEPS = 100
RUNS, RUN_STEPS = 100, 10
LOOP = asyncio.Runner()
Once = Callable[[], object]
Row = dict[str, float | str]


def minimal(length: int, big: str) -> Once:
    steps = [(f"s{n}", lambda text: text, (f"k{n}",), f"k{n + 1}") for n in range(length)]
    runner = MinimalRunner(steps, {}, seconds=60)
    return lambda: runner.run({"k0": "x", "big": big})


def timed(once: Once) -> float:
    """Return the CPU seconds of one call, from as many calls as take long enough to be measured."""
    began, calls = time.process_time(), 0
    while (spent := time.process_time() - began) < SHORTEST:
        once()
        calls += 1
    return spent / calls


def compare(once: Once, calibration: Once, length: int) -> Row:
    """Return the median CPU µs a step and the median ratio to the minimal runner in the same round."""
    once()
    calibration()
    gc.collect()
    rounds: list[tuple[float, float]] = []
    end = time.monotonic() + SECONDS
    while len(rounds) < ROUNDS and (not rounds or time.monotonic() < end):
        rounds.append((timed(once), timed(calibration)))
    micros = statistics.median(mine for mine, _ in rounds) / length * 1e6
    return {"us": micros, "ratio": statistics.median(mine / theirs for mine, theirs in rounds)}


def measured(make: Callable[[], Row]) -> Row:
    """Return the numbers, or the name of what went wrong: one system's failure is a cell of the table."""
    try:
        return make()
    except Exception as error:  # noqa: BLE001 - any failure of a system is what is reported about it
        return {"failed": f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:120]}


def variants(work: Any, length: int, size: int) -> dict[str, Row]:
    """Return the row of each variant of the system, for one length."""
    big = "x" * size
    built: dict[str, Once] = work.steps(length, big)
    calibration = minimal(length, big)

    def row(name: str) -> Row:
        return measured(lambda: compare(built[name], calibration, length))

    return {name: row(name) for name in built}


def steps(work: Any) -> dict[str, dict[str, Row]]:
    """Return the rows of each variant of the system by what it did; what could not be built is missing."""
    found: dict[str, dict[str, Row]] = {}
    for what, (length, size) in LENGTHS.items():
        for name, row in variants(work, length, size).items():
            found.setdefault(name, {})[what] = row
    return found


def pooled() -> object:
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(time.sleep, [WAIT] * WAITS))


def elapsed(once: Once) -> float:
    began = time.perf_counter()
    once()
    return time.perf_counter() - began


def fan(work: Any) -> Row:
    """Return the ms on the clock of 100 waits of 10 ms, 16 at a time, and the ratio to a pool of threads beside it."""
    once = work.fan()
    if once() != ["x"] * WAITS:
        raise ValueError("the fan-out gives something else")
    rounds = [(elapsed(once), elapsed(pooled)) for _ in range(ROUNDS)]
    ratio = statistics.median(mine / theirs for mine, theirs in rounds)
    return {"ms": statistics.median(mine for mine, _ in rounds) * 1e3, "ratio": ratio}


def transactions(folder: Path) -> Once:
    """Return a writer of a row of JSON for each step, in a transaction of its own."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE steps (number INTEGER PRIMARY KEY, record TEXT, value TEXT)")

    def write() -> None:
        for number in range(DURABLE_STEPS):
            record = json.dumps({"step": f"s{number}", "attempt": 1, "started": time.time(), "reads": {"text": number}})
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO steps (record, value) VALUES (?, ?)", (record, '"x"'))
            connection.execute("COMMIT")

    return write


def durable(work: Any) -> Row:
    """Return the CPU µs of a step that is in SQLite before the next one begins, and the ratio to a bare transaction."""
    if not hasattr(work, "durable"):
        return {"failed": "n/a"}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return compare(work.durable(DURABLE_STEPS, folder), transactions(folder), DURABLE_STEPS)


async def awaiting() -> None:
    async def one() -> None:
        for _ in range(RUN_STEPS):
            await asyncio.sleep(WAIT)

    await asyncio.gather(*(one() for _ in range(RUNS)))


def crowd(work: Any) -> Row:
    """Return the CPU µs a step in 100 runs at once that wait in each of ten steps, and the ratio to the waits alone."""
    return compare(work.crowd(RUNS, RUN_STEPS), lambda: LOOP.run(awaiting()), RUNS * RUN_STEPS)


def memory(work: Any) -> Row:
    """Return the most resident memory of this process in MB, after 100 steps ran ten times."""
    once = next(iter(work.steps(100, "x").values()))
    for _ in range(10):
        once()
    return {"mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


WHOLE: dict[str, Callable[[Any], Row]] = {"durable": durable, "crowd": crowd, "fan": fan, "memory": memory}


def main() -> None:
    name, what = sys.argv[1:]
    work = importlib.import_module(f"benches.peers.work.{name}")
    if what == "steps":
        print(json.dumps(steps(work)))
    else:
        print(json.dumps(measured(lambda: WHOLE[what](work))))


if __name__ == "__main__":
    main()
