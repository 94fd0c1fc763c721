"""`chaindsl run`: imports a file, runs one of its flows, and shows what came of it. Only here is user code executed."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stdout

import click

from chaindsl.cli.binding import bound_tools
from chaindsl.cli.engine import called_on, engine_option
from chaindsl.cli.given import given_values
from chaindsl.cli.loading import load_flow
from chaindsl.cli.main import line_of
from chaindsl.cli.model import model_options, resolve
from chaindsl.cli.outcome import data, lines
from chaindsl.cli.progress import Progress
from chaindsl.cli.table import show_table
from chaindsl.cli.target import parse_target
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.run import Run
from chaindsl.runtime.runner import Runner
from chaindsl.runtime.status import Status
from chaindsl.trace.table import HEAD, rows

EXAMPLE = "Example: chaindsl run flows.py:qa question=why --model local --trace run.jsonl"
RAN = 0
FAILED = 1


@click.command(short_help="Run a flow and show its trace.", epilog=EXAMPLE)
@click.argument("target", metavar="FILE:FLOW")
@click.argument("pairs", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--input", "file", metavar="FILE.json", help="Inputs as a JSON object; `-` is standard input.")
@model_options()
@click.option("--tool", "tools", metavar="NAME=MODULE:SYMBOL", multiple=True, help="A tool; may be given again.")
@engine_option
@click.option("--trace", metavar="FILE.jsonl", help="Write each record to this file as soon as it is made.")
@click.option("--live", is_flag=True, help="Show all steps while they run; lines where there is no terminal.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def run(
    target: str,
    pairs: tuple[str, ...],
    file: str | None,
    model: str | None,
    tools: tuple[str, ...],
    engine: str | None,
    trace: str | None,
    live: bool,
    as_json: bool,
) -> int:
    """Run a flow of a Python file, which is imported, and show what came of it.

    FLOW is a variable or the name of a flow. A value for a key whose type is not text is JSON. Tools that are not given
    come from the mapping TOOLS in the file, if it has one. Exit status: 0 the run ended or waits for a decision, 1 it
    failed, 2 it could not begin.
    """
    with silent_stdout() if as_json else nullcontext():
        module, flow = load_flow(parse_target(target))
        values = given_values(flow.definition, file, pairs)
        runner = flow.bind(**bound_tools(flow.graph, module, tools, model, resolve))
        with called_on(runner, engine) as runner:
            progress = Progress(runner.graph, live=live)
            made = runner.begin(values, on_record=progress.heard, on_event=progress.on_event)
            with progress.of(made, trace):
                broken = broken_off(runner, made)
    if as_json:
        click.echo(json.dumps(data(made), ensure_ascii=False))
    else:
        show(made)
    if isinstance(broken, KeyboardInterrupt):
        raise broken
    return RAN if made.status in (Status.COMPLETED, Status.WAITING) else FAILED


def broken_off(runner: Runner, made: Run) -> BaseException | None:
    """Let a run go, and return what broke it off: an interrupt, or a step's code that ended the program."""
    try:
        runner.proceed(made)
    except ChainError as error:
        if error.run is None:
            raise
    except (KeyboardInterrupt, SystemExit) as error:
        return error
    return None


def show(made: Run) -> None:
    """Print the trace as a table, then where the run stands; what it failed with goes to standard error."""
    show_table(HEAD, rows(made.trace))
    click.echo()
    for line in lines(made):
        click.echo(line)
    if made.error:
        click.echo(f"error: {line_of(made.error.issue)}", err=True)


@contextmanager
def silent_stdout() -> Iterator[None]:
    """Send to standard error whatever the user's code, or a library beneath Python, prints."""
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        os.dup2(2, 1)
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
