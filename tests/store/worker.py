"""What the tests let other processes do with a store: `python -m tests.store.worker WHAT ADDRESS …`.

Each prints what was acknowledged as soon as it was, a line each.
"""

import random
import resource
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path

from chaindsl.store.catalogue import open_store
from chaindsl.store.failure import Busy, Unavailable
from chaindsl.store.head import Head
from chaindsl.store.owner import alive, me
from chaindsl.store.row import Row
from chaindsl.store.store import Store

RUN = "r1"
MORE = 40
"""How many rows are added once there is room again."""


def say(*words: object) -> None:
    # One write a line, so that a line is out wholly or not at all.
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def living(head: Head) -> bool:
    return alive(head, time.time())


def append(address: str, name: str) -> None:
    """Claim the run and add rows, one or two at a time, until killed."""
    store = open_store(address)
    lease = store.claim(RUN, me(), alive=living)
    say("claimed")
    for number in count():
        rows = [Row(f"{name}.{number}.{part}", "{}", f'"{part}"') for part in range(1 + number % 2)]
        store.append(lease, rows)
        say(*(row.kind for row in rows))


def race(address: str, threads: str, seed: str) -> None:
    """Let threads, each in an order of its own, claim every run; print those that were won."""
    store = open_store(address)
    runs = [head.id for head in store.heads(limit=10_000)]
    say("ready")
    sys.stdin.readline()

    def one(number: int) -> list[str]:
        mine = random.Random(f"{seed}.{number}").sample(runs, len(runs))
        return [run for run in mine if _won(store, run, f"{me()}/{number}")]

    with ThreadPoolExecutor(int(threads)) as pool:
        for won in pool.map(one, range(int(threads))):
            say(*won)
    store.close()


def _won(store: Store, run: str, owner: str) -> bool:
    try:
        store.claim(run, owner, alive=lambda _: True)
    except Busy:
        return False
    return True


def fill(address: str, ballast: str) -> None:
    """Add rows until there is no room, take the ballast away, and go on for a while."""
    _until_full(open_store(address), Path(ballast).unlink)


def limit(address: str, size: str) -> None:
    """Add rows until files may not grow any more, lift the limit, and go on for a while."""
    store = open_store(address)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), most))
    _until_full(store, partial(resource.setrlimit, resource.RLIMIT_FSIZE, (most, most)))


def _until_full(store: Store, make_room: Callable[[], object]) -> None:
    lease = store.claim(RUN, me(), alive=living)
    failed = 0
    left = MORE
    for number in count():
        row = Row(f"row{number}", "{}", '"' + "x" * (number * 37 % 3_000) + '"')
        while True:
            try:
                store.append(lease, [row])
            except Unavailable as error:
                say("failed", error.code)
                failed += 1
                if failed == 3:
                    make_room()
            else:
                break
        say(row.kind)
        left -= failed >= 3
        if not left:
            break
    store.release(lease)
    store.close()


WORK: dict[str, Callable[..., None]] = {"append": append, "race": race, "fill": fill, "limit": limit}

if __name__ == "__main__":
    WORK[sys.argv[1]](*sys.argv[2:])
