"""What it costs to write a trace as JSON Lines, against `json.dumps` and a write of the same lines alone.

Run `python -m benches.trace`. Only ratios within one run mean something: they are taken from rounds in which every
contestant runs in turn, by CPU time, and the median round counts. Ours makes the line's data from the record, numbers
what was read, and leaves each line in the file at once; theirs has the data ready, and flushes each line too.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benches.table import table
from chaindsl.trace.call import ModelCall
from chaindsl.trace.details import NO_DETAILS, Details
from chaindsl.trace.jsonl import TraceWriter, read_trace
from chaindsl.trace.keep import keep
from chaindsl.trace.record import Given, Record
from chaindsl.trace.scope import Scope
from chaindsl.trace.site import Site

RECORDS = 2_000
ROUNDS = 15
Once = Callable[[], object]
Make = Callable[[int], object]


def body(text: str) -> str:
    return text


def records(value: Make, calls: int = 0) -> list[Record]:
    """Return the records of a chain in which each step reads what the one before it wrote."""
    scope, before = Scope("bench", 0.0), Given(keep(value(0), 1 << 18))
    made: list[Record] = []
    for number in range(RECORDS):
        site = Site("bench", f"step{number}", ("before",), "after", body)
        read = [made[-1] if made else before]
        details = NO_DETAILS
        if calls:
            details = Details()
            details.calls = [ModelCall("complete", 300, 0.5, "p" * 300, "a" * 100, "ask", "1", "0" * 16)] * calls
        made.append(Record(site, scope, None, 1, 0.25, 0.125, read, keep(value(number), 1 << 18), details))
    return made


def ours(found: list[Record], file: Path) -> Once:
    def once() -> None:
        with TraceWriter(file, {"run": "r", "flow": "bench"}) as writer:
            for record in found:
                writer(record)

    return once


def theirs(lines: list[dict[str, Any]], file: Path) -> Once:
    def once() -> None:
        with file.open("w", encoding="utf-8") as opened:
            for line in lines:
                opened.write(json.dumps(line) + "\n")
                opened.flush()

    return once


def compare(contestants: Sequence[Once]) -> list[float]:
    """Return the CPU seconds a record of each contestant, the median over rounds in which all of them run in turn."""
    found: list[list[float]] = [[] for _ in contestants]
    for _ in range(ROUNDS):
        for number, once in enumerate(contestants):
            began = time.process_time()
            once()
            found[number].append((time.process_time() - began) / RECORDS)
    return [statistics.median(times) for times in found]


def row(name: str, found: list[Record], folder: Path) -> list[str]:
    """Return one line of the table: both in µs a record, the ratio, and bytes a record."""
    file = folder / "ours.jsonl"
    ours(found, file)()
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    mine, plain = compare((ours(found, file), theirs(lines, folder / "theirs.jsonl")))
    began = time.process_time()
    read_trace(file)
    reading = (time.process_time() - began) / RECORDS
    size = file.stat().st_size / RECORDS
    return [
        name,
        f"{mine * 1e6:.1f}",
        f"{plain * 1e6:.1f}",
        f"{mine / plain:.2f}",
        f"{reading * 1e6:.1f}",
        f"{size:.0f}",
    ]


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        rows = [
            row("a short text", records(lambda number: f"text {number}"), folder),
            row("a short text, a model call", records(lambda number: f"text {number}", 1), folder),
            row("2 kB of text", records(lambda number: "word " * 400), folder),
            row("a list of 100 texts", records(lambda number: [f"item {n}" for n in range(100)]), folder),
        ]
    print("CPU µs a record; what counts is the ratio")
    print(table(("each step writes", "chaindsl", "dumps + write", "×", "reading", "bytes"), rows))


if __name__ == "__main__":
    main()
