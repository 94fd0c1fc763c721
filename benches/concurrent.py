"""Many runs at once in one process: `python -m benches.concurrent [RUNS]`.

A flow of ten steps, each awaiting a model for 200 ms, run so many times at once on one event loop; beside it bare
asyncio that awaits the same. What counts is the ratio of the two, and the memory a run takes. Of the processor's time
it says how much went to Python's garbage collector, which goes through all that is alive: every run and its trace.
"""

import asyncio
import gc
import resource
import sys
import time

from benches.table import table
from chaindsl.language.chain import chain
from chaindsl.language.flow import Flow
from chaindsl.language.step import step
from chaindsl.vocabulary.model import AsyncComplete

STEPS = 10
DELAY = 0.2
RUNS = 10_000


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
        return int(run.status == "completed")

    return sum(await asyncio.gather(*(one() for _ in range(runs))))


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


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    rows = []
    for name, work in (("bare asyncio", bare), ("chaindsl", ours)):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        collecting = Collecting()
        gc.callbacks.append(collecting)
        cpu, wall = time.process_time(), time.perf_counter()
        done = asyncio.run(work(runs))
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        gc.callbacks.remove(collecting)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        rows.append([name, str(done), f"{wall:.2f}", f"{cpu:.2f}", f"{collecting.seconds:.2f}", f"{memory / 1024:.0f}"])
    print(table(("", "done", "wall s", "CPU s", "of it collecting", "MB more"), rows))
    print(f"a step: {(float(rows[1][3]) - float(rows[0][3])) / runs / STEPS * 1e6:.0f} µs of the processor more")
    print(f"throughput: {float(rows[1][2]) / float(rows[0][2]):.2f} × the wall time of bare asyncio")


if __name__ == "__main__":
    main()
