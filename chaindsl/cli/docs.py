"""`chaindsl docs`: a Markdown page for each flow, from source alone."""

from pathlib import Path

import click

from analyzer.engine import engine
from chaindsl.cli.yaml_engine import with_yaml
from chaindsl.review.pages.folder import pages_of, stale, update
from chaindsl.review.project import view_project

EXAMPLE = "Example: chaindsl docs src -o docs/flows; in CI: the same with --check"
STALE = 1


@click.command(short_help="A Markdown page for each flow, fit for a repository.", epilog=EXAMPLE)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-o", "--output", metavar="FOLDER", required=True, help="The folder of the pages.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a page is stale.")
def docs(paths: tuple[str, ...], output: str, check: bool) -> int:
    """Write a Markdown page for each flow in files and folders, and an index.

    Each has the flow's picture (Mermaid), contracts, guarantees, paths with their costs, and prompts. Pages of flows
    that are gone are removed; files that were not made by this command are left alone.

    Exit status: 0 the pages are written or up to date, 1 they are stale, 2 it could not be done.
    """
    view = view_project(paths, str(Path.cwd()), with_yaml(engine()))
    pages = pages_of([flow.graph for file in view.files for flow in file.flows])
    folder = Path(output)
    if check:
        lines = stale(folder, pages)
        for line in lines:
            click.echo(line)
        click.echo(f"{folder}: {'stale; run chaindsl docs' if lines else 'up to date'}.")
        return STALE if lines else 0
    changed = update(folder, pages)
    click.echo(f"{folder}: {len(pages)} pages, {changed} of them changed.")
    return 0
