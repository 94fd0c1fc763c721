"""`chaindsl trace html`: a trace as one self-contained page."""

from pathlib import Path

import click

from chaindsl.cli.terminal import write
from chaindsl.cli.tracing.run_or_file import loaded, store_option
from chaindsl.view.page.run import run_page

STANDARD = "-"


@click.command(
    short_help="Write a trace as one page that needs no network.",
    epilog="Example: chaindsl trace html run.jsonl -o run.html",
)
@click.argument("file", metavar="FILE.jsonl")
@click.option(
    "-o", "--output", metavar="FILE.html", help="Where to write; `-` is standard output. Default: beside FILE."
)
@store_option
def html(file: str, output: str | None, address: str | None) -> None:
    """Write a trace, or with --store a run of that id, as one self-contained HTML page.

    It has the flow coloured by how each step came out, the timeline, and what each step read, asked and wrote. It loads
    nothing, works without script, and is at most 12 MB: where values are longer, the longest are cut.
    """
    page = run_page(loaded(file, address))
    if output == STANDARD:
        write(page)
        return
    path = output or str(Path(file).with_suffix(".html"))
    write(page, path)
    click.echo(f"wrote {path}")
