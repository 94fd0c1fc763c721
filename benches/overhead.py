"""What a step costs beyond its function: chaindsl, a minimal runner and a bare loop, in one run, by CPU time.

Run `python -m benches.overhead`. Only ratios within one run mean something: they are taken from rounds in which
every contestant runs in turn, and the median round counts. Beyond what the minimal runner does, a step of chaindsl is
validated, metered against every budget, recorded with what it read as it was, and advanced by a core that can stop and
go on at it.
"""

import gc
import statistics
import time
from collections.abc import Callable, Generator, Sequence
from typing import Any

from benches.minimal import MinimalRunner
from benches.table import table
from chaindsl.graph.budget import Budget, Input
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.step import Read, Step, Tool, ToolKind
from chaindsl.graph.typeform import STR
from chaindsl.runtime.definition import Definition, Work
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.validation import adapter, gate
from chaindsl.trace.details import NO_DETAILS
from chaindsl.trace.record import Given, Record
from chaindsl.trace.scope import Scope
from chaindsl.trace.site import Site

LENGTHS = (10, 100, 1_000)
ROUNDS = 25
STEPS_A_ROUND = 2_000
Values = dict[str, Any]
Once = Callable[[], object]


def function() -> Callable[[str], str]:
    def body(text: str) -> str:
        return text

    return body


def asking() -> Callable[..., str]:
    def body(text: str, *, complete: Callable[[str], str]) -> str:
        return complete(text)

    return body


def model(prompt: str) -> str:
    return prompt


def bare(length: int, values: Values) -> Once:
    functions = [function() for _ in range(length)]

    def once() -> object:
        carried = dict(values)
        for number, body in enumerate(functions):
            carried[f"k{number + 1}"] = body(carried[f"k{number}"])
        return carried

    return once


def minimal(length: int, values: Values, *, metered: bool = False) -> Once:
    steps = [(f"s{n}", asking() if metered else function(), (f"k{n}",), f"k{n + 1}") for n in range(length)]
    runner = MinimalRunner(steps, {"complete": model} if metered else {}, seconds=60)
    return lambda: runner.run(values)


def ours(length: int, values: Values, *, metered: bool = False) -> Once:
    tools = (Tool("complete", ToolKind.MODEL),) if metered else ()
    steps = [Step(f"s{n}", reads=(Read(f"k{n}"),), writes=f"k{n + 1}", tools=tools, type=STR) for n in range(length)]
    works = {f"s{n}": Work(asking() if metered else function(), str) for n in range(length)}
    budget = Budget(seconds=60, calls=length)
    graph = Flow("bench", Chain(tuple(steps)), tuple(Input(key, STR) for key in values), budget=budget)
    definition = Definition(graph, works, inputs=dict.fromkeys(values, str))
    runner = Runner(definition, {"complete": model} if metered else {})
    return lambda: runner.run(values)


def compare(length: int, contestants: Sequence[Once]) -> list[float]:
    """Return the CPU seconds a step of each contestant, the median over rounds in which all of them run in turn."""
    repeats = max(1, STEPS_A_ROUND // length)
    found: list[list[float]] = [[] for _ in contestants]
    for once in contestants:
        once()
    gc.collect()
    for _ in range(ROUNDS):
        for number, once in enumerate(contestants):
            began = time.process_time()
            for _ in range(repeats):
                once()
            found[number].append((time.process_time() - began) / (repeats * length))
    return [statistics.median(times) for times in found]


def row(name: str, length: int, contestants: Sequence[Once]) -> list[str]:
    """Return one line: what chaindsl costs a step, and its ratios to the minimal runner and to the bare loop."""
    mine, theirs, loop = compare(length, contestants)
    return [
        name,
        f"{mine * 1e6:.2f}",
        f"{theirs * 1e6:.2f}",
        f"{loop * 1e6:.2f}",
        f"{mine / theirs:.2f}",
        f"{mine / loop:.1f}",
    ]


def shares() -> list[tuple[str, float]]:
    """Return what the pieces of a plain step cost by themselves, in CPU seconds, each the median of its rounds."""
    validate, body, site, scope = gate(adapter(str)), function(), Site("flow", "step"), Scope("flow", 0.0)
    read: tuple[Given, ...] = (Given("x"),)

    def hop() -> Generator[object, object, object]:
        return (yield site)

    def generator() -> None:
        core = hop()
        core.send(None)
        try:
            core.send("x")
        except StopIteration:
            return

    return [
        (name, compare(1, (piece,))[0])
        for name, piece in (
            ("the function itself", lambda: body("x")),
            ("validation by pydantic", lambda: validate("x")),
            ("two looks at the clock", lambda: (time.monotonic(), time.monotonic())),
            ("a record", lambda: Record(site, scope, None, 1, 0.0, 0.0, read, "x", NO_DETAILS)),
            ("a generator, sent to twice", generator),
        )
    ]


def main() -> None:
    text = {"k0": "x"}
    rows = [row(f"{n} steps", n, (ours(n, text), minimal(n, text), bare(n, text))) for n in LENGTHS]
    big = {"big": "x" * 1_000_000, **text}
    rows.append(row("100 steps beside 1 MB", 100, (ours(100, big), minimal(100, big), bare(100, big))))
    models = (ours(100, text, metered=True), minimal(100, text, metered=True), bare(100, text))
    rows.append(row("100 steps, a model call each", 100, models))
    print("CPU µs a step; what counts are the ratios")
    print(table(("", "chaindsl", "minimal", "bare", "× minimal", "× bare"), rows))
    print("\nThe pieces of a step by themselves, in µs (each with a call of its own around it):")
    print(table(("", "µs"), [[name, f"{seconds * 1e6:.2f}"] for name, seconds in shares()]))
    short, long = (compare(n, (ours(n, text),))[0] for n in (10, 1_000))
    print(f"\nStarting a run costs {max(0.0, (short - long) * 10) * 1e6:.0f} µs once, which 10 steps have to share.")
    print(
        "1,000 different steps leave the processor's cache, as the bare loop feels too; what a step does is the same."
    )


if __name__ == "__main__":
    main()
