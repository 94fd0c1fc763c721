"""`chaindsl draw`: a picture of a flow, from source alone."""

import sys
from pathlib import Path

import click

from chaindsl.cli.target import find_flow
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.model import Direction
from chaindsl.draw.render import FORMATS, format_of, render
from chaindsl.draw.theme import Theme

STANDARD = "-"


@click.command(short_help="Draw a flow, without importing it.")
@click.argument("target", metavar="FILE:FLOW")
@click.option("-o", "--output", metavar="FILE", help="Where to write; `-` is standard output. Default: FLOW.svg here.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="The format, whatever the output's ending.")
@click.option("--theme", type=click.Choice([theme.value for theme in Theme]), default=Theme.LIGHT.value,
              show_default=True, help="What the picture stands on.")  # fmt: skip
@click.option("--direction", type=click.Choice(["auto", *(way.value for way in Direction)]), default="auto",
              show_default=True, help="Where the picture leads.")  # fmt: skip
def draw(target: str, output: str | None, form: str | None, theme: str, direction: str) -> None:
    """Draw a flow of a Python file, which is read and not imported.

    FLOW is a variable or the name of a flow; a file with one flow needs none. The output's ending says the format:
    .svg, .png, .pdf, .dot, .gv, .mmd or .md (Mermaid in a Markdown block).
    """
    named = form or (format_of(output) if output and output != STANDARD else "svg")
    found = find_flow(target)
    drawing = draw_flow(found.graph, None if direction == "auto" else Direction(direction))
    content = render(drawing, named, Theme(theme))
    if output == STANDARD:
        sys.stdout.buffer.write(content)
        return
    path = Path(output or f"{found.stem}.{named}")
    path.write_bytes(content)
    click.echo(f"wrote {path}")
