"""`chaindsl doctor`: what is missing on this machine and in this project, and what to do about it."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from analyzer.report.pieces.printable import printable
from chaindsl import __version__
from chaindsl.cli.doctor_check import State, Told
from chaindsl.cli.doctor_machine import machine
from chaindsl.cli.doctor_project import project
from chaindsl.errors import ChainDslError

VERSION = 1
"""Of the JSON form."""
EXAMPLE = "Example: chaindsl doctor; in a script: chaindsl doctor --json"


@click.command(short_help="Say what is missing on this machine and in this project.", epilog=EXAMPLE)
@click.argument("folder", default=".", metavar="[FOLDER]")
@click.option("--store", "address", metavar="ADDRESS", help="A store to look at, instead of the usual one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
def doctor(folder: str, address: str | None, as_json: bool) -> int:
    """Say what is missing on this machine and in the project of FOLDER (this one unless given), and what to do.

    What is absent may stay so as long as nobody needs it; what is wrong hinders somebody. Nothing is written, no flow
    is imported, no network is asked except a store's, and no key is shown.

    Exit status: 0 nothing is wrong, 1 something is, 2 it could not be done.
    """
    place = Path(folder).absolute()
    if not place.is_dir():
        raise ChainDslError("no-such-folder", f"{folder!r} is no folder", hint="name the folder of a project")
    groups = {"machine": list(machine()), "project": list(project(place.resolve(), address))}
    everything = [one for group in groups.values() for one in group]
    counts = {state: sum(one.state is state for one in everything) for state in State}
    if as_json:
        click.echo(json.dumps(_data(groups, counts), ensure_ascii=False))
    else:
        for name, group in groups.items():
            click.echo(f"This {name}:")
            for line in _lines(group):
                click.echo(printable(line))
        click.echo(f"{counts[State.WRONG]} wrong, {counts[State.ABSENT]} absent, {counts[State.GOOD]} ok.")
    return int(counts[State.WRONG] > 0)


def _lines(group: list[Told]) -> Iterator[str]:
    width = max(len(one.name) for one in group)
    for one in group:
        yield f"  {one.state:<6}  {one.name:<{width}}  {one.said}"
        if one.next:
            yield f"{'':{width + 12}}next: {one.next}"


def _data(groups: dict[str, list[Told]], counts: dict[State, int]) -> dict[str, object]:
    checks = [{"about": name, **one._asdict()} for name, group in groups.items() for one in group]
    return {"version": VERSION, "chaindsl": __version__, "checks": checks, "counts": counts}
