"""Many runs at once in one process: `python -m benches.concurrent [RUNS]`.

A flow of ten steps, each awaiting a model for 200 ms, run so many times at once on one event loop; beside it bare
asyncio that awaits the same. What counts is the ratio of the two, and the memory a run takes.
"""

import asyncio
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


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    rows = []
    for name, work in (("bare asyncio", bare), ("chaindsl", ours)):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        cpu, wall = time.process_time(), time.perf_counter()
        done = asyncio.run(work(runs))
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        rows.append([name, str(done), f"{wall:.2f}", f"{cpu:.2f}", f"{memory / 1024:.0f}"])
    print(table(("", "done", "wall s", "CPU s", "MB more"), rows))
    print(f"throughput: {float(rows[1][2]) / float(rows[0][2]):.2f} × the wall time of bare asyncio")


if __name__ == "__main__":
    main()
