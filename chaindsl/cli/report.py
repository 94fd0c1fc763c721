"""`chaindsl report`: one page about a whole project, from source alone."""

import sys
from pathlib import Path

import click

from analyzer.engine import engine
from chaindsl import __version__
from chaindsl.cli.terminal import write
from chaindsl.cli.yaml_engine import with_yaml
from chaindsl.review.project import view_project
from chaindsl.review.report.document import report_page

EXAMPLE = "Example: chaindsl report src -o report.html"
STANDARD = "-"


@click.command(short_help="One HTML page about all flows of a project.", epilog=EXAMPLE)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-o", "--output", metavar="OUT.html", default="report.html", show_default=True,
              help="Where to write; `-` is standard output.")  # fmt: skip
@click.option("--title", help="The page's title. Default: the name of this folder.")
def report(paths: tuple[str, ...], output: str, title: str | None) -> None:
    """Write one page about all flows in files and folders: pictures, findings, bounds, prompts, source.

    The page is one file. It fetches nothing, runs no script but its own, and says everything without.
    """
    folder = Path.cwd()
    view = view_project(paths, str(folder), with_yaml(engine()))
    page = report_page(view, str(folder), title or f"Flows of {folder.name or 'this folder'}", __version__)
    if output == STANDARD:
        sys.stdout.write(page)
        return
    write(page, output)
    flows = sum(len(file.flows) for file in view.files)
    click.echo(f"wrote {output}: {flows} {'flow' if flows == 1 else 'flows'}")
