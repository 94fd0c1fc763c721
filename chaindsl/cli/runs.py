"""`chaindsl runs`: runs that are kept in a store, looked at and taken up again."""

import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from chaindsl import __version__
from chaindsl.cli.given import argument_values, given_values
from chaindsl.cli.kept import RunFlow, answered, flow_options, json_option, loaded, opened, quieted, store_option
from chaindsl.cli.model import model_options
from chaindsl.cli.table import show_table
from chaindsl.errors import Issue
from chaindsl.graph.budget import Budget
from chaindsl.runtime.cancelling import cancelled
from chaindsl.runtime.export import exported
from chaindsl.runtime.failure import InputError
from chaindsl.runtime.heartbeat import at_work
from chaindsl.runtime.past import past_of
from chaindsl.runtime.respond import respond
from chaindsl.runtime.response import Response
from chaindsl.runtime.status import Status
from chaindsl.store.head import Head
from chaindsl.store.row import Kept
from chaindsl.store.store import Store

DAY = 86_400.0
ENDED = (Status.COMPLETED, Status.CANCELLED)
STATUSES = click.Choice([str(status) for status in Status])


@click.group(
    short_help="Look at runs that are kept in a store, and take them up again.",
    epilog="Example: chaindsl runs start release.py:release path=. && chaindsl runs list",
)
def runs() -> None:
    """Start runs that are kept in a store, look at them, decide on them, and take them up again."""


@runs.command(epilog="Example: chaindsl runs start release.py:release path=. --key nightly-7")
@click.argument("target", metavar="FILE:FLOW")
@click.argument("pairs", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--input", "file", metavar="FILE.json", help="Inputs as a JSON object; `-` is standard input.")
@click.option("--key", help="A name for this run: started again under it, the same run is answered.")
@model_options()
@click.option("--tool", "tools", metavar="NAME=MODULE:SYMBOL", multiple=True, help="A tool; may be given again.")
@store_option
@json_option
def start(
    target: str,
    pairs: tuple[str, ...],
    file: str | None,
    key: str | None,
    model: str | None,
    tools: tuple[str, ...],
    address: str | None,
    as_json: bool,
) -> int:
    """Start a run of a flow, which is imported, and let it go as far as it goes by itself."""
    with quieted(as_json), opened(address) as store:
        flow, runner = loaded(target, model, tools, store)
        values = given_values(flow.definition, file, pairs)
        found = runner.start(values, key=key, on_started=_told)
    return answered(found, as_json=as_json)


@runs.command("list", epilog="Example: chaindsl runs list --status waiting --flow release")
@click.option("--flow", help="Runs of this flow only.")
@click.option("--status", "statuses", type=STATUSES, multiple=True, help="Runs of this status only; may be repeated.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="The most runs.")
@store_option
@json_option
def list_(flow: str | None, statuses: tuple[str, ...], limit: int, address: str | None, as_json: bool) -> None:
    """List runs, those that changed last first."""
    with opened(address) as store:
        heads = store.heads(flow=flow, statuses=statuses, limit=limit)
    if as_json:
        click.echo(json.dumps([asdict(head) for head in heads]))
    elif heads:
        show_table(("run", "flow", "status", "state", "revision", "changed", "key"), [_row(head) for head in heads])
    else:
        click.echo("No runs.")


@runs.command(epilog="Example: chaindsl runs show 71d7418e2f51")
@click.argument("run")
@store_option
@json_option
def show(run: str, address: str | None, as_json: bool) -> int:
    """Show where a run stands, why, and what may be done. The flow's code is not needed."""
    with opened(address) as store:
        return answered(_stands(store, store.head(run)), as_json=as_json)


@runs.command(epilog="Example: chaindsl runs submit 71d7418e2f51 deploy reason=ready --flow release.py:release")
@click.argument("run")
@click.argument("transition")
@click.argument("pairs", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--revision", type=int, help="Only if the run still stands at this revision.")
@click.option("--accept-change", is_flag=True, help="Go on though the flow was changed, where that lies ahead.")
@flow_options
@json_option
def submit(
    run: str,
    transition: str,
    pairs: tuple[str, ...],
    revision: int | None,
    accept_change: bool,
    of: RunFlow,
    as_json: bool,
) -> int:
    """Take a transition that an agent may take. One for a person is taken with `chaindsl approve`."""
    with of.bound(quiet=as_json) as (flow, runner):
        given = argument_values(flow.graph, transition, pairs)
        found = runner.session.submit(run, transition, given, revision=revision, accept_change=accept_change)
    return answered(found, as_json=as_json)


@runs.command(epilog="Example: chaindsl runs retry 71d7418e2f51 --flow release.py:release")
@click.argument("run")
@click.argument("pairs", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--accept-change", is_flag=True, help="Go on though the flow was changed, where that lies ahead.")
@click.option("--calls", type=click.IntRange(1), help="The model calls it may make in all from now on.")
@click.option("--seconds", type=click.FloatRange(0), help="The seconds it may take in all from now on.")
@flow_options
@json_option
def retry(
    run: str,
    pairs: tuple[str, ...],
    accept_change: bool,
    calls: int | None,
    seconds: float | None,
    of: RunFlow,
    as_json: bool,
) -> int:
    """Go on with a run that failed, was interrupted or is over its budget, at the step where it stopped.

    KEY=VALUE gives an input again that was redacted, and so is not kept.
    """
    budget = None if calls is None and seconds is None else Budget(calls=calls, seconds=seconds)
    with of.bound(quiet=as_json) as (flow, runner):
        redacted = given_values(flow.definition, None, pairs, partly=True)
        _expect_redacted(redacted, runner.store.rows(run))
        found = runner.session.retry(run, accept_change=accept_change, budget=budget, redacted=redacted)
    return answered(found, as_json=as_json)


@runs.command(epilog="Example: chaindsl runs resume --flow release.py:release")
@flow_options
def resume(of: RunFlow) -> None:
    """Take up every run of a flow whose process is gone."""
    with of.bound() as (flow, runner):
        count = runner.recover()
    click.echo(f"{count} run{'s' * (count != 1)} of {flow.name} taken up.")


@runs.command(epilog="Example: chaindsl runs cancel 71d7418e2f51")
@click.argument("run")
@store_option
@json_option
def cancel(run: str, address: str | None, as_json: bool) -> None:
    """End a run for good."""
    with opened(address) as store:
        answered(_stands(store, cancelled(store, run)), as_json=as_json)


@runs.command(epilog="Example: chaindsl runs export 71d7418e2f51 -o run.jsonl && chaindsl trace show run.jsonl")
@click.argument("run")
@click.option("-o", "--output", metavar="FILE.jsonl", help="The file; standard output without it.")
@store_option
def export(run: str, output: str | None, address: str | None) -> None:
    """Write a run as the lines of a trace file."""
    with opened(address) as store:
        head = store.head(run)
        lines = exported(head, store.graph(head.graph), tuple(store.rows(run)), __version__)
        text = "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace")
    if output is None:
        sys.stdout.buffer.write(text)
        return
    Path(output).write_bytes(text)


@runs.command(epilog="Example: chaindsl runs prune --older-than 30")
@click.option("--older-than", "days", type=click.FloatRange(0), required=True, help="Days since a run last changed.")
@click.option("--status", "statuses", type=STATUSES, multiple=True, help="Of this status; else those that ended.")
@store_option
def prune(days: float, statuses: tuple[str, ...], address: str | None) -> None:
    """Delete runs that ended long ago."""
    with opened(address) as store:
        count = store.prune(before=time.time() - days * DAY, statuses=statuses or ENDED)
    click.echo(f"{count} run{'s' * (count != 1)} deleted.")


@runs.command(epilog="Example: chaindsl runs verify --store runs.db")
@store_option
def verify(address: str | None) -> int:
    """Look whether everything in a store is as it was written. Exit status 1 where it is not."""
    with opened(address) as store:
        damages = store.damages()
    for line in damages:
        click.echo(line)
    click.echo(f"{len(damages)} damaged." if damages else "All is as it was written.")
    return int(bool(damages))


def _expect_redacted(values: Mapping[str, Any], rows: Iterable[Kept]) -> None:
    inputs = past_of(rows).inputs
    hint = "what was not redacted is kept; chaindsl fork takes other values"
    kept = [key for key in values if key in inputs and not inputs[key].data["hidden"]]
    if kept:
        raise InputError([Issue("unknown-input", f"the run has its {key} already", key, hint=hint) for key in kept])


def _stands(store: Store, head: Head) -> Response:
    return respond(head, tuple(store.rows(head.id)), alive=at_work(head, time.time()))


def _told(run: str) -> None:
    click.echo(f"run {run}", err=True)


def _row(head: Head) -> Sequence[str]:
    changed = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(head.updated))
    return head.id, head.flow, head.status, head.state or "", str(head.revision), changed, head.key or ""
