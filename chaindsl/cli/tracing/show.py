"""`chaindsl trace show`: a trace as a table, a tree, a timeline, one step in full, or JSON."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

from chaindsl.cli.table import show_table
from chaindsl.cli.tracing.run_or_file import loaded, store_option
from chaindsl.view import full, prompts, table, timeline, tree
from chaindsl.view.attempt import Attempt
from chaindsl.view.loaded import Loaded
from chaindsl.view.selection import Selection
from chaindsl.view.summary import about, headline, notes

Shown = Callable[[Loaded, list[Attempt]], None]


@click.command(
    short_help="Show a trace: table, tree, timeline, one step in full.",
    epilog="Example: chaindsl trace show run.jsonl --tree; chaindsl trace show run.jsonl --step extract/3",
)
@click.argument("file", metavar="FILE.jsonl")
@click.option("--tree", "as_tree", is_flag=True, help="Nested flows, rounds, steps, items and attempts.")
@click.option("--timeline", "as_timeline", is_flag=True, help="When each attempt began, and how long it took.")
@click.option("--prompts", "as_prompts", is_flag=True, help="Characters of each call, and how they grow.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object and nothing else.")
@click.option("--step", metavar="NAME[/ITEM]", help="Only this step; alone it shows the step in full.")
@click.option("--failed", is_flag=True, help="Only what raised, was rejected or fell back.")
@click.option("--state", metavar="NAME", help="Only what was done in this state of a workflow.")
@click.option("--min-seconds", type=click.FloatRange(0), help="Only what took at least so long.")
@store_option
def show(
    file: str,
    as_tree: bool,
    as_timeline: bool,
    as_prompts: bool,
    as_json: bool,
    step: str | None,
    failed: bool,
    state: str | None,
    min_seconds: float | None,
    address: str | None,
) -> int:
    """Show a trace file, or with --store a run of that id, each attempt of each step.

    NAME is a step's name, that of a flow or round around it, or a part of its path such as `round 2/draft`.

    Signs: ✓ ok, ↻ ok after a retry, ◆ the fallback was written, ⊘ rejected, ✗ raised. Exit status: 0, or 2 where the
    file is no trace.
    """
    wanted = [flag for flag, on in zip(_WAYS, (as_tree, as_timeline, as_prompts, as_json), strict=True) if on]
    if len(wanted) > 1:
        raise click.UsageError(f"give one of {', '.join(wanted)}")
    trace = loaded(file, address)
    attempts = Selection(step, failed, state, min_seconds).of(trace)
    way = wanted[0] if wanted else "" if step is None else "--step"
    _WAYS.get(way, _full if way else _table)(trace, attempts)
    return 0


def _table(trace: Loaded, attempts: list[Attempt]) -> None:
    if attempts:
        show_table(table.HEAD, table.rows(attempts))
        click.echo()
    _say([headline(trace), about(trace), *notes(trace)])


def _tree(trace: Loaded, attempts: list[Attempt]) -> None:
    _say([*(tree.lines(tree.tree(attempts)) if attempts else ()), "", headline(trace), *notes(trace)])


def _timeline(trace: Loaded, attempts: list[Attempt]) -> None:
    _say([*(timeline.lines(attempts) if attempts else ()), "", headline(trace), *notes(trace)])


def _full(trace: Loaded, attempts: list[Attempt]) -> None:
    _say([*full.lines(attempts), *(["", *odd] if (odd := list(notes(trace))) else ())])


def _prompts(trace: Loaded, attempts: list[Attempt]) -> None:
    calls = prompts.sent(attempts)
    if calls:
        show_table(prompts.HEAD, prompts.rows(calls))
        click.echo()
        show_table(prompts.TOTALS_HEAD, prompts.totals(calls))
        click.echo()
    _say([headline(trace), *notes(trace)])


def _json(trace: Loaded, attempts: list[Attempt]) -> None:
    head = {name: value for name, value in trace.head.items() if name != "definition"}
    data: dict[str, Any] = {
        **head,
        "records": [attempt.data for attempt in attempts],
        "end": trace.stored.end,
        "torn": trace.stored.torn,
    }
    click.echo(json.dumps(data, ensure_ascii=False))


_WAYS: dict[str, Shown] = {"--tree": _tree, "--timeline": _timeline, "--prompts": _prompts, "--json": _json}


def _say(lines: list[str] | Iterator[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
