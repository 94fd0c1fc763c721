"""`chaindsl replay`: runs the flow of today with what models answered in a recorded run."""

import json
from contextlib import nullcontext
from dataclasses import asdict
from typing import Any

import click

from chaindsl.cli.binding import asked_tools, declared_tools, wanted_tools
from chaindsl.cli.given import given_values
from chaindsl.cli.loading import load_flow
from chaindsl.cli.model import model_options, resolve
from chaindsl.cli.outcome import lines
from chaindsl.cli.run import silent_stdout
from chaindsl.cli.table import cut, show_table
from chaindsl.cli.target import parse_target
from chaindsl.errors import FlowError
from chaindsl.graph.step import ToolKind
from chaindsl.language.flow import Flow
from chaindsl.runtime.answers import Difference
from chaindsl.runtime.replay import Replay
from chaindsl.trace.table import HEAD, rows

LONGEST = 200


@click.command(
    short_help="Run the flow of today with the answers of a recorded run.",
    epilog="Example: chaindsl replay yesterday.jsonl --flow qa.py:qa --from synthesize",
)
@click.argument("trace", metavar="TRACE.jsonl")
@click.argument("pairs", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--flow", "target", metavar="FILE:FLOW", required=True, help="The flow, imported.")
@click.option("--from", "start", metavar="STEP", help="Take everything before this step from the trace.")
@click.option("--live", metavar="STEP", multiple=True, help="Let this step ask the real model; may be given again.")
@model_options("The model that --live steps ask.")
@click.option("--tool", "tools", metavar="NAME=MODULE:SYMBOL", multiple=True, help="A tool; may be given again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def replay(
    trace: str,
    pairs: tuple[str, ...],
    target: str,
    start: str | None,
    live: tuple[str, ...],
    model: str | None,
    tools: tuple[str, ...],
    as_json: bool,
) -> int:
    """Run a flow as it is today with what models answered in TRACE, and say where the two differ.

    No model is asked, and no effect happens again. KEY=VALUE gives an input that the trace does not have, or another
    value for one that it has. Exit status: 0 nothing differs, 1 something does, 2 it could not be
    replayed.
    """
    with silent_stdout() if as_json else nullcontext():
        module, flow = load_flow(parse_target(target))
        values = given_values(flow.definition, None, pairs, partly=True)
        found = flow.replay(trace, start=start, live=live, values=values, **_tools(flow, module, tools, model))
    if as_json:
        said = {"status": found.run.status, "differences": [asdict(one) for one in found.differences]}
        click.echo(json.dumps(said, ensure_ascii=False))
    else:
        _show(found)
    return int(bool(found.differences))


def _tools(flow: Flow, module: Any, options: tuple[str, ...], model: str | None) -> dict[str, Any]:
    """The tools that were given, and those that the flow's own file has; models only where one is named."""
    wanted = wanted_tools(flow.graph)
    asked, issues = asked_tools(options, wanted)
    if issues:
        raise FlowError(issues)
    models = [tool.name for tool in wanted.values() if tool.kind is ToolKind.MODEL]
    declared = {name: tool for name, tool in declared_tools(module).items() if name in wanted and name not in models}
    real = dict.fromkeys(models, resolve(model)) if model is not None else {}
    return {**declared, **real, **asked}


def _show(found: Replay) -> None:
    show_table(HEAD, rows(found.run.trace))
    click.echo()
    for line in lines(found.run):
        click.echo(line)
    click.echo()
    for difference in found.differences:
        for line in _told(difference):
            click.echo(line)
    count = len(found.differences)
    click.echo(f"{count} difference{'s' * (count != 1)} from what was recorded." if count else "As it was recorded.")


def _told(difference: Difference) -> list[str]:
    item = "" if difference.item is None else f"[{difference.item}]"
    what = {
        "prompt": "asks something else",
        "call": "makes another number of calls",
        "step": "is tried on one side only",
        "output": "writes something else",
    }[difference.what]
    head = f"{difference.path}{item}, attempt {difference.attempt}: {what}"
    return [head, f"  then: {_line(difference.then)}", f"  now:  {_line(difference.now)}"]


def _line(text: str | None) -> str:
    return "nothing" if text is None else cut(" ".join(text.split()), LONGEST)
