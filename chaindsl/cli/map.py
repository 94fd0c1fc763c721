"""`chaindsl map`: a flow over the lines of a file, and on from where it stopped."""

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

import click

from chaindsl.cli.batch_progress import BatchProgress
from chaindsl.cli.binding import bound_tools
from chaindsl.cli.engine import called_on, engine_option
from chaindsl.cli.loading import load_flow
from chaindsl.cli.model import model_options, resolve
from chaindsl.cli.table import show_table
from chaindsl.cli.target import parse_target
from chaindsl.errors import ChainDslError
from chaindsl.graph.budget import Budget
from chaindsl.runtime.batch import Batch, Result
from chaindsl.store.catalogue import open_store
from chaindsl.store.sqlite import SqliteStore
from chaindsl.store.store import Store
from chaindsl.trace.keep import plain

RUNS = ".runs.db"
"""What is put behind the output's name for the file in which runs are kept."""


@click.command(
    "map",
    short_help="Run a flow for every line of a file.",
    epilog="Example: chaindsl map qa.py:qa questions.jsonl -o answers.jsonl --model local --workers 8 --calls 5000",
)
@click.argument("target", metavar="FILE:FLOW")
@click.argument("inputs", metavar="INPUTS.jsonl")
@click.option("-o", "--output", metavar="RESULTS.jsonl", required=True, help="One line for each input, in their order.")
@click.option("--workers", type=click.IntRange(1), default=4, show_default=True, help="Inputs at a time.")
@click.option("--calls", type=click.IntRange(1), help="The most model calls of the whole batch.")
@click.option("--tokens", type=click.IntRange(1), help="The most tokens of the whole batch.")
@click.option("--seconds", type=click.FloatRange(0), help="The most seconds of this command.")
@click.option("--stop-at", type=click.FloatRange(0, 1), default=1.0, help="Stop when more than this share failed.")
@model_options()
@click.option("--tool", "tools", metavar="NAME=MODULE:SYMBOL", multiple=True, help="A tool; may be given again.")
@engine_option
@click.option("--store", "address", metavar="ADDRESS", help="Where runs are kept; else a file beside the results.")
def map_(
    target: str,
    inputs: str,
    output: str,
    workers: int,
    calls: int | None,
    tokens: int | None,
    seconds: float | None,
    stop_at: float,
    model: str | None,
    tools: tuple[str, ...],
    engine: str | None,
    address: str | None,
) -> int:
    """Run a flow for every line of INPUTS, each a JSON object of its inputs.

    Started again with the same files it goes on where it stopped: lines that have a result are passed over, and no
    model is asked twice for a step that was recorded. Exit status: 0 every input has a result, 1 some failed or it
    was stopped, 2 it could not begin, 130 it was interrupted: what was under way is ended then.
    """
    module, flow = load_flow(parse_target(target))
    runner = flow.bind(**bound_tools(flow.graph, module, tools, model, resolve))
    with ExitStack() as stack:
        lines = stack.enter_context(opened(inputs, "rb"))
        results = stack.enter_context(opened(output, "ab+"))
        earlier = Earlier(results, output)
        # A batch that loses power does a little again; it need not wait for the disk at every step.
        store: Store = open_store(address) if address else SqliteStore(f"{output}{RUNS}", "normal")
        stack.callback(store.close)
        budget = Budget(seconds=seconds, calls=left(calls, earlier.calls), tokens=left(tokens, earlier.tokens))
        runner = stack.enter_context(called_on(runner, engine))
        batch = runner.configured(store=store).batch(workers=workers, budget=budget, stop_at=stop_at)
        progress = stack.enter_context(BatchProgress(str(flow.name), batch, earlier.count))
        found = stack.enter_context(closing(batch.results(numbered(lines, inputs, earlier.count))))
        stack.push(_goes_on)
        for result in found:
            results.write(json.dumps(told(result), ensure_ascii=True).encode() + b"\n")
            results.flush()
            progress.heard(result)
    return summed(batch, earlier)


def _goes_on(kind: type[BaseException] | None, *_: object) -> None:
    if kind is KeyboardInterrupt:
        click.echo("interrupted; start it again to go on", err=True)


class Earlier:
    """What the results of an earlier start hold: how many there are, and what they had spent.

    A last line that was torn off is cut away. Raises ChainDslError for a file that holds anything else.
    """

    def __init__(self, results: IO[bytes], name: str) -> None:
        self.count = self.failed = self.calls = self.tokens = 0
        results.seek(0)
        whole = 0
        for line in results:
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            self._add(line, name)
        results.truncate(whole)
        results.seek(0, 2)

    def _add(self, line: bytes, name: str) -> None:
        try:
            found = json.loads(line)
            fits = found["index"] == self.count
            self.calls += found["calls"]
            self.tokens += found["tokens"]
            self.failed += found["status"] != "completed"
        except (ValueError, KeyError, TypeError) as error:
            raise ChainDslError("no-results", f"{name}:{self.count + 1} is no result of a batch", name) from error
        if not fits:
            raise ChainDslError("no-results", f"{name}:{self.count + 1} is the result of another line", name)
        self.count += 1


def opened(name: str, mode: str) -> IO[Any]:
    """Open a file. Raises ChainDslError where that can't be done."""
    try:
        return Path(name).open(mode)
    except OSError as error:
        raise ChainDslError("no-such-file", f"{name}: {error.strerror or error}", name) from error


def left(limit: int | None, spent: int) -> int | None:
    """Return what is left of a limit."""
    return None if limit is None else max(limit - spent, 0)


def numbered(lines: IO[bytes], name: str, skip: int) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Yield each line's index, a key for its run, and its values; empty lines are none."""
    index = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if index >= skip:
            try:
                values = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ChainDslError("bad-json", f"{name}:{number}: this is no JSON: {error}", name) from error
            if not isinstance(values, dict):
                hint = f"an object of keys and values is wanted, not a {type(values).__name__}"
                raise ChainDslError("bad-json", f"{name}:{number}: not an object", name, hint=hint)
            yield index, f"{index}-{hashlib.sha256(line.strip()).hexdigest()[:16]}", values
        index += 1


def told(result: Result) -> dict[str, Any]:
    """Return a result as a line of the output."""
    data = {**asdict(result), "outputs": plain(dict(result.outputs)), "status": str(result.status)}
    return {name: found for name, found in data.items() if name != "error" or found is not None}


def summed(batch: Batch, earlier: Earlier) -> int:
    """Print what each step came to and how the batch ended; return the exit status."""
    head = ("step", "attempts", "failed", "fallbacks", "calls", "seconds")
    rows = [
        (name, str(one.attempts), str(one.failed), str(one.fallbacks), str(one.calls), f"{one.seconds:.3f}")
        for name, one in sorted(batch.steps.items())
    ]
    if rows:
        show_table(head, rows)
        click.echo()
    failed = earlier.failed + batch.failed
    took = time.strftime("%H:%M:%S", time.gmtime(batch.seconds))
    spent = f"{batch.spent.calls + earlier.calls} calls, {batch.spent.tokens + earlier.tokens} tokens"
    click.echo(f"{earlier.count + batch.done} inputs done, {failed} failed; {spent}; {took}")
    if batch.stopped is not None:
        click.echo(f"stopped: {batch.stopped}; start it again to go on", err=True)
    return int(bool(failed) or batch.stopped is not None)
