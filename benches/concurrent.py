"""Many runs at once in one process: `python -m benches.concurrent [RUNS [ROUNDS]]`.

A flow of ten steps, each awaiting a model for 200 ms, run so many times at once on one event loop; beside it bare
asyncio that awaits the same of the same model, and keeps nothing of it. Each way has a process of its own, round after
round, and the best round counts. The third way is the second with Python's garbage collector told to look less often,
which a process of many runs may do for itself: the collector goes through all that is alive, every run and its trace.

Of the processor's time it says where it goes: what bare asyncio takes for the same awaits; what a step takes with
nobody waiting and one run at a time, so that all of it is in the processor's cache; the collector; and what is left,
which is that with thousands of runs alive nothing is in the cache when a run goes on.
"""

import asyncio
import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any

from benches.table import table
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.step import step
from chaindsl.vocabulary.model import AsyncComplete

STEPS = 10
DELAY = 0.2
RUNS = 10_000
ROUNDS = 3
SELDOM = 50_000
"""Objects that are made before the collector looks, in the third way; Python's own number is 700."""


def ten_steps() -> Flow:
    def made(number: int) -> object:
        @step(writes=f"k{number}", name=f"s{number}")
        async def ask(question: str, *, complete: AsyncComplete) -> str:
            return await complete(question)

        return ask

    return chain("ten", *[made(number) for number in range(STEPS)], inputs={"question": str})  # type: ignore[arg-type]


async def model(prompt: str, /) -> str:
    await asyncio.sleep(DELAY)
    return prompt


async def at_once(prompt: str, /) -> str:
    return prompt


async def bare(runs: int) -> int:
    async def one() -> int:
        for _ in range(STEPS):
            await model("question")
        return 1

    return sum(await asyncio.gather(*(one() for _ in range(runs))))


async def ours(runs: int) -> int:
    runner = ten_steps().bind(complete=model)

    async def one() -> int:
        run = await runner.arun({"question": "question"})
        return int(run.status == "completed" and len(run.trace) == STEPS)

    return sum(await asyncio.gather(*(one() for _ in range(runs))))


async def seldom(runs: int) -> int:
    gc.set_threshold(SELDOM)
    return await ours(runs)


WAYS: dict[str, Callable[[int], Coroutine[Any, Any, int]]] = {
    "bare asyncio": bare,
    "chaindsl": ours,
    "chaindsl, collector told to look less often": seldom,
}


class Collecting:
    """How many seconds of the processor the garbage collector took."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._began = 0.0

    def __call__(self, phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            self._began = time.process_time()
        else:
            self.seconds += time.process_time() - self._began


def measured(name: str, runs: int) -> dict[str, float]:
    """Run one way in this process."""
    asyncio.run(WAYS[name](1))
    collecting = Collecting()
    gc.callbacks.append(collecting)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    cpu, wall = time.process_time(), time.perf_counter()
    done = asyncio.run(WAYS[name](runs))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    return {"done": done, "wall": wall, "cpu": cpu, "gc": collecting.seconds, "kb": memory / runs}


def elsewhere(name: str, runs: int) -> dict[str, float]:
    """Run one way in a process of its own."""
    command = [sys.executable, "-m", "benches.concurrent", "--way", name, str(runs)]
    made: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return made


def alone() -> float:
    """Return the microseconds of a step that waits for nothing, one run after the other."""

    async def measure() -> float:
        runner = ten_steps().bind(complete=at_once)
        best = float("inf")
        for _ in range(40):
            began = time.process_time()
            for _ in range(50):
                await runner.arun({"question": "question"})
            best = min(best, time.process_time() - began)
        return best / 50 / STEPS * 1e6

    return asyncio.run(measure())


def undisturbed(found: dict[str, float]) -> float:
    """Return the seconds it takes where the processor has nothing else to do.

    Either the runs wait and the processor idles, or the processor is busy all the time and the waiting costs nothing.
    """
    return max(STEPS * DELAY + found["cpu"] / STEPS, DELAY + found["cpu"])


def main() -> None:
    runs, rounds = ([int(given) for given in sys.argv[1:]] + [RUNS, ROUNDS][len(sys.argv) - 1 :])[:2]
    tries = [{name: elsewhere(name, runs) for name in WAYS} for _ in range(rounds)]
    best = {name: {what: min(one[name][what] for one in tries) for what in tries[0][name]} for name in WAYS}
    first = best["bare asyncio"]
    rows = [
        [
            name,
            *(f"{found[what]:{form}}" for what, form in FORMS.items()),
            f"{found['wall'] / first['wall']:.2f}",
            f"{undisturbed(found) / undisturbed(first):.2f}",
        ]
        for name, found in best.items()
    ]
    print(table(("", "done", "wall s", "CPU s", "of it collecting", "KB a run", "× wall", "× undisturbed"), rows))
    print("undisturbed: the wall time that the CPU time comes to where nothing else runs on the machine")
    steps = runs * STEPS / 1e6
    total, same, collecting = (best[name][what] / steps for name, what in PARTS)
    own = alone()
    left = max(total - same - own - collecting, 0.0)
    print(f"a step takes {total:.0f} µs of the processor: {same:.0f} in asyncio, as bare; {own:.0f} of its own;")
    print(f"{collecting:.0f} in the collector; {left:.0f} since what it needs is not in the processor's cache")
    if any(found["done"] < runs for found in best.values()):
        raise SystemExit("runs were lost")


FORMS = {"done": ".0f", "wall": ".2f", "cpu": ".2f", "gc": ".2f", "kb": ".1f"}
PARTS = (("chaindsl", "cpu"), ("bare asyncio", "cpu"), ("chaindsl", "gc"))

if __name__ == "__main__":
    if "--way" in sys.argv:
        print(json.dumps(measured(sys.argv[2], int(sys.argv[3]))))
    else:
        main()
