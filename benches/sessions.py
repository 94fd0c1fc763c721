"""What it costs to start a run that lives in a store: `python -m benches.sessions`.

A workflow of 1, 3, 10, 50, 200 deterministic transitions that do nothing is started in a SQLite store; beside it, in
the same run, a bare SQLite transaction for each transition, and the same workflow without a store. What counts is that
a step costs the same in a long workflow as in a short one, and the ratio to the bare transaction.
"""

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benches.table import table
from chaindsl.language.flow import Flow
from chaindsl.language.transition import transition
from chaindsl.language.workflow import workflow
from chaindsl.store.sqlite import SqliteStore

SIZES = (1, 3, 10, 50, 200)
ROUNDS = 15
DATA = '{"path":"noop/t1","step":"t1","attempt":1,"ok":true,"started":0.1,"seconds":0.1,"reads":{},"state":"s1"}'


def noop(size: int) -> Flow:
    def move(number: int) -> Callable[[], None]:
        @transition(source=f"s{number}", target=f"s{number + 1}", actor="deterministic", name=f"t{number}")
        def go() -> None: ...

        return go

    moves = [move(number) for number in range(size)]
    return workflow("noop", *moves, initial="s0", final=[f"s{size}"], max_chain_depth=size)


def bare(path: Path) -> Callable[[int], None]:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = full")
    connection.execute("CREATE TABLE steps (number INTEGER PRIMARY KEY, data TEXT, value TEXT)")

    def write(steps: int) -> None:
        for _ in range(steps):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO steps (data, value) VALUES (?, ?)", (DATA, "1"))
            connection.execute("COMMIT")

    return write


def cost(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def compare(size: int, folder: Path) -> list[str]:
    flow, write = noop(size), bare(folder / f"bare{size}.db")
    plain = flow.bind()
    kept = flow.bind().configured(store=SqliteStore(folder / f"ours{size}.db"))
    ways: tuple[Callable[[], object], ...] = (
        lambda: write(size),
        lambda: plain.run({}),
        lambda: kept.start({}),
    )
    rounds = [[cost(way) for way in ways] for _ in range(ROUNDS + 1)][1:]
    bare_step, plain_step, kept_step = (statistics.median(one[way] for one in rounds) / size for way in range(3))
    ratio = statistics.median(one[2] / one[0] for one in rounds)
    return [str(size), *(f"{found * 1e6:.0f}" for found in (bare_step, plain_step, kept_step)), f"{ratio:.2f}"]


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        rows = [compare(size, Path(name)) for size in SIZES]
    print("CPU µs a step")
    print(table(("transitions", "bare transaction", "without a store", "in a store", "× bare"), rows))


if __name__ == "__main__":
    main()
