"""Fan-out beside a bare pool of threads: `python -m benches.fanout [REPEATS]`.

An `each` step over a hundred items that waits 10 ms for each, 16 at a time; beside it the same waits in a pool of the
standard library. The two take turns, and what counts is the median of their ratios.
"""

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from benches.table import table
from chaindsl.language.chain import chain
from chaindsl.language.step import step

ITEMS = 100
WAIT = 0.01
WORKERS = 16
REPEATS = 15


def wait(item: int) -> int:
    time.sleep(WAIT)
    return item


def bare() -> list[int]:
    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(wait, range(ITEMS)))


def ours() -> Callable[[], list[int]]:
    @step(writes="found", each="items", limit=ITEMS, workers=WORKERS)
    def found(item: int) -> int:
        return wait(item)

    runner = chain("fan", found, inputs={"items": list[int]}).bind()
    return lambda: list(runner.run({"items": list(range(ITEMS))})["found"])


def seconds(work: Callable[[], list[int]]) -> float:
    began = time.perf_counter()
    assert work() == list(range(ITEMS))
    return time.perf_counter() - began


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS
    mine = ours()
    mine()
    pairs = [(seconds(bare), seconds(mine)) for _ in range(repeats)]
    rows = [
        ["bare pool of threads", f"{median(one for one, _ in pairs) * 1e3:.1f}"],
        ["each step", f"{median(one for _, one in pairs) * 1e3:.1f}"],
    ]
    print(table((f"{ITEMS} × {WAIT * 1e3:g} ms, {WORKERS} at a time", "median ms"), rows))
    print(f"median ratio: {median(one / other for other, one in pairs):.2f}")


if __name__ == "__main__":
    main()
