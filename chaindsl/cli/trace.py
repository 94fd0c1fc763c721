"""`chaindsl trace`: what a trace file says, for people. It reads files and nothing else."""

import sys

import click

from chaindsl.cli.tracing.diff import diff
from chaindsl.cli.tracing.html import html
from chaindsl.cli.tracing.show import show
from chaindsl.trace.lines import schema_text


@click.group(
    short_help="Show a trace file, compare two, make a page of one.",
    no_args_is_help=True,
    epilog="Example: chaindsl trace show run.jsonl",
)
def trace() -> None:
    """Show what `chaindsl run --trace FILE.jsonl` wrote.

    Files that end in the middle of a line are read up to there.
    """


@trace.command(
    short_help="Print the JSON Schema of a line.", epilog="Example: chaindsl trace schema > line.schema.json"
)
def schema() -> None:
    """Print the JSON Schema of one line of a trace file."""
    sys.stdout.write(schema_text())


for command in (diff, html, show):
    trace.add_command(command)
