"""What a durable step costs: the store's append beside a bare SQLite transaction a step, in one run.

Run `python -m benches.durable`. Both write the same texts in a transaction each, to files of their own with the same
settings, in turn; the median of the rounds' ratios counts. Beyond the bare one, an append checks that the run is still
its own, notes where the journal ends, and chains the row to the one before by a hash.
"""

import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benches.table import table
from chaindsl.store.head import Head
from chaindsl.store.row import Row
from chaindsl.store.sqlite import SYNCHRONOUS, SqliteStore

ROUNDS = 40
STEPS = 50
DATA = json.dumps(
    {"path": ["release", "lint"], "transition": "run_lint", "source": "lint", "target": "test", "ms": 12.5}
)
SMALL = json.dumps("all checks passed")
LARGE = json.dumps("x" * 1_000_000)
TABLE = "CREATE TABLE steps (number INTEGER PRIMARY KEY, run TEXT, at REAL, kind TEXT, data TEXT, value TEXT)"
Writing = Callable[[int, str], None]


def bare(path: Path, synchronous: str) -> Writing:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute(TABLE)

    def write(number: int, value: str) -> None:
        connection.execute("BEGIN IMMEDIATE")
        given = (number, "r1", time.time(), "result", DATA, value)
        connection.execute("INSERT INTO steps (number, run, at, kind, data, value) VALUES (?, ?, ?, ?, ?, ?)", given)
        connection.execute("COMMIT")

    return write


def ours(path: Path, synchronous: str) -> Writing:
    store = SqliteStore(path, synchronous)
    lease = store.create(Head("r1", "bench", "g1", "d1", "running"), "{}", [], "bench:1:1")

    def write(_: int, value: str) -> None:
        store.append(lease, [Row("result", DATA, value)])

    return write


def measured(write: Writing, first: int, *, large: bool) -> tuple[float, float]:
    """Return the seconds of CPU and of the clock that a step takes, the first of them with a large value if asked."""
    cpu, wall = time.process_time(), time.perf_counter()
    for number in range(first, first + STEPS):
        write(number, LARGE if large and number == first else SMALL)
    return (time.process_time() - cpu) / STEPS, (time.perf_counter() - wall) / STEPS


def compare(folder: Path, synchronous: str, *, large: bool) -> list[str]:
    contestants = (bare(folder / "bare.db", synchronous), ours(folder / "ours.db", synchronous))
    # The first round warms up.
    starts = [number * STEPS + 1 for number in range(ROUNDS)]
    rounds = [[measured(write, start, large=large) for write in contestants] for start in starts][1:]
    found = []
    for kind in range(2):
        theirs, our = (statistics.median(one[who][kind] for one in rounds) for who in range(2))
        ratio = statistics.median(one[1][kind] / one[0][kind] for one in rounds)
        found += [f"{theirs * 1e6:.0f}", f"{our * 1e6:.0f}", f"{ratio:.2f}"]
    return found


def main() -> None:
    rows = []
    for synchronous in SYNCHRONOUS:
        for large in (False, True):
            with tempfile.TemporaryDirectory() as name:
                what = f"synchronous={synchronous}{f', 1 MB in one of {STEPS}' if large else ''}"
                rows.append([what, *compare(Path(name), synchronous, large=large)])
    print("µs a step, and how many times the bare transaction; what counts are the ratios")
    print(table(("", "bare CPU", "store CPU", "×", "bare wall", "store wall", "×"), rows))
    print("\nThe store's setting is full unless said otherwise: only that survives a loss of power.")


if __name__ == "__main__":
    main()
