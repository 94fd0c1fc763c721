"""Kills processes that run chains with effects, at random, and looks at what is left: `python -m tests.runtime.soak`.

A child is forked for each kill, starts runs in a SQLite store or takes up what the last child left, and is killed with
SIGKILL. Nothing that was acknowledged may be lost, nothing recorded twice, and an effect repeated only under its key.
"""

import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.step import step
from chaindsl.runtime.past import past_of
from chaindsl.runtime.runner import Runner
from chaindsl.store.sqlite import SqliteStore
from chaindsl.vocabulary.feedback import IdempotencyKey

STEPS = ("plan", "reserve", "fetch", "charge", "report")


@dataclass(frozen=True)
class Outcome:
    """What a soak came to."""

    kills: int
    runs: int
    effects: int
    repeated: int


class Outside:
    """The world that effects touch: files to which lines are added, each at once and for good."""

    def __init__(self, folder: Path) -> None:
        self.effects = folder / "effects"
        self.started = folder / "started"
        self.watched: int | None = None

    def note(self, file: Path, line: str) -> None:
        if self.watched is not None:
            os.write(self.watched, b".")
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.write(descriptor, f"{line}\n".encode())
        os.close(descriptor)

    def lines(self, file: Path) -> list[str]:
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def shop(outside: Outside) -> Flow:
    """A chain of which two steps have effects, one of them for each of several items."""

    @step(writes="items")
    def plan(order: int) -> list[str]:
        return [f"{order}-{part}" for part in range(3)]

    @step(writes="reserved", each="items", limit=3, idempotency_key="reserve-{item}")
    def reserve(item: str, *, key: IdempotencyKey) -> str:
        outside.note(outside.effects, key)
        return item

    @step(writes="price")
    def fetch(reserved: list[str]) -> int:
        return len(reserved) * 7

    @step(writes="paid", idempotency_key="charge-{order}")
    def charge(order: int, price: int, *, key: IdempotencyKey) -> int:
        outside.note(outside.effects, key)
        return price

    @step(writes="text")
    def report(order: int, paid: int) -> str:
        return f"{order}: {paid}"

    return chain("shop", plan, reserve, fetch, charge, report, inputs={"order": int})


def work(runner: Runner, outside: Outside, first: int) -> None:
    """What one process does until it is killed."""
    runner.recover()
    for order in range(first, first + 1_000):
        runner.start({"order": order}, key=f"order-{order}", on_started=lambda run: outside.note(outside.started, run))


def soak(kills: int, seed: int, folder: Path) -> Outcome:
    """Kill so many processes, take up what they left, and return what that came to. Raises AssertionError."""
    chance = random.Random(seed)
    outside, place = Outside(folder), folder / "runs.db"
    SqliteStore(place).close()
    for number in range(kills):
        watching, outside.watched = os.pipe()
        child = os.fork()
        if not child:  # pragma: no cover  it never returns
            with suppress(BaseException):
                work(shop(outside).bind().configured(store=SqliteStore(place)), outside, number * 1_000)
            os._exit(1)
        os.close(outside.watched)
        # Not after a time but after so much work, so that a busy machine kills at the same places.
        for _ in range(chance.randrange(12)):
            assert os.read(watching, 1), "the child ended by itself"
        time.sleep(chance.uniform(0.0, 0.003))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(watching)
        outside.watched = None
    return judged(kills, outside, SqliteStore(place))


def judged(kills: int, outside: Outside, store: SqliteStore) -> Outcome:
    """Take up what is left, and hold everything against what must be."""
    runner = shop(outside).bind().configured(store=store)
    runner.recover()
    heads = {head.id: head for head in store.heads(flow="shop", limit=1_000_000)}
    lost = set(outside.lines(outside.started)) - heads.keys()
    assert not lost, f"acknowledged and gone: {lost}"
    expected: set[str] = set()
    for run, head in heads.items():
        assert head.status == "completed", f"{run} is {head.status}"
        order = int((head.key or "").removeprefix("order-"))
        assert runner.get(run).outputs == {"text": f"{order}: 21"}
        rows = list(store.rows(run))
        recorded = Counter(told.key for told in past_of(rows).results.values())
        assert len(recorded) == len(STEPS) + 3, f"{run}: {recorded}"
        assert sum(one.row.kind == "record" for one in rows) == len(recorded), f"{run}: a step was recorded twice"
        expected |= {f"charge-{order}", *(f"reserve-{order}-{part}" for part in range(3))}
    effects = Counter(outside.lines(outside.effects))
    assert set(effects) == expected, "an effect happened for no run, or did not happen"
    repeated = sum(count - 1 for count in effects.values())
    assert repeated <= kills, f"{repeated} effects were repeated by {kills} kills"
    assert store.damages() == ()
    return Outcome(kills, len(heads), sum(effects.values()), repeated)


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    with tempfile.TemporaryDirectory() as folder:
        print(soak(kills, seed, Path(folder)))  # noqa: T201  this is its output


if __name__ == "__main__":
    main()
