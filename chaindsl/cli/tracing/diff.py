"""`chaindsl trace diff`: what two runs, or two folders of runs, have not in common."""

import json
import sys
from pathlib import Path

import click

from chaindsl.cli.table import show_table
from chaindsl.cli.terminal import write
from chaindsl.cli.tracing.run_or_file import loaded, store_option
from chaindsl.view.diff import data, folders, text
from chaindsl.view.diff.comparison import Comparison
from chaindsl.view.diff.page import diff_page

SAME = 0
DIFFERENT = 1
STANDARD = "-"


@click.command(
    short_help="Compare two traces, or two folders of traces.",
    epilog="Example: chaindsl trace diff before.jsonl after.jsonl; chaindsl trace diff monday/ tuesday/",
)
@click.argument("left", metavar="A")
@click.argument("right", metavar="B")
@click.option("--all", "everything", is_flag=True, help="A row for each step, not only for those that differ.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object and nothing else.")
@click.option("--html", "page", metavar="FILE.html", help="Write it as one page that needs no network; `-`: print it.")
@store_option
def diff(left: str, right: str, everything: bool, as_json: bool, page: str | None, address: str | None) -> int:
    """Compare two traces of a flow, or with --store two runs, step by step: aligned on the flow, not on time.

    It says which prompts, code, models and declarations changed, the first step whose output differs, what could
    explain that, and which steps inherited it. Two folders are compared by how often their runs' steps failed, were
    tried again, or fell back. Exit status: 0 all but time is the same, 1 something differs, 2 it could not be done.
    """
    if Path(left).is_dir() != Path(right).is_dir():
        raise click.UsageError("name two files or two folders")
    if page is not None and (as_json or Path(left).is_dir()):
        raise click.UsageError("--html makes a page of two files, and goes without --json")
    if Path(left).is_dir():
        return _folders(Path(left), Path(right), as_json=as_json)
    found = Comparison(loaded(left, address), loaded(right, address))
    if found.left.flow != found.right.flow:
        raise click.UsageError(f"{left} is a run of {found.left.flow}, and {right} one of {found.right.flow}")
    if page is not None:
        write(diff_page(found), None if page == STANDARD else page)
    elif as_json:
        _print(data.data(found))
    else:
        sys.stdout.writelines(f"{line}\n" for line in text.lines(found))
        if found.differences or everything:
            click.echo()
            show_table(text.HEAD, text.rows(found, everything=everything))
    return SAME if found.same else DIFFERENT


def _folders(left: Path, right: Path, *, as_json: bool) -> int:
    before, after = folders.read_folder(left), folders.read_folder(right)
    if as_json:
        _print(folders.data(before, after))
    else:
        sys.stdout.writelines(f"{line}\n" for line in folders.lines(before, after))
        click.echo()
        show_table(folders.HEAD, folders.rows(before, after))
    return SAME if folders.same(before, after) else DIFFERENT


def _print(found: object) -> None:
    click.echo(json.dumps(found, ensure_ascii=False))
