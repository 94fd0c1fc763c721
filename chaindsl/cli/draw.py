"""`chaindsl draw`: a picture of a flow, from source alone."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from chaindsl.cli.target import find_flow, parse_target
from chaindsl.draw.flow import draw_flow
from chaindsl.draw.model import Direction
from chaindsl.draw.render import FORMATS, format_of, render
from chaindsl.draw.theme import Theme
from chaindsl.graph.flow import Flow
from chaindsl.graph.walk import flow_steps, nested_flows

STANDARD = "-"
LARGE = 80
"""Pictures of more steps than this are hard to read."""
EXAMPLE = "Example: chaindsl draw flows.py:qa --data --calls --table --theme auto"


@click.command(short_help="Draw a flow, without importing it.", epilog=EXAMPLE)
@click.argument("target", metavar="FILE:FLOW")
@click.option("-o", "--output", metavar="FILE", help="Where to write; `-` is standard output. Default: FLOW.svg here.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="The format, whatever the output's ending.")
@click.option("--theme", type=click.Choice([theme.value for theme in Theme]), default=Theme.LIGHT.value,
              show_default=True, help="What the picture stands on; an SVG can leave it to its reader.")  # fmt: skip
@click.option("--direction", type=click.Choice(["auto", *(way.value for way in Direction)]), default="auto",
              show_default=True, help="Where the picture leads.")  # fmt: skip
@click.option("--collapse", is_flag=True, help="Draw flows inside the flow as one node each.")
@click.option("--around", metavar="STEP[:N]", help="Draw what is at most N edges from a step (2 unless given).")
@click.option("--data", is_flag=True, help="Draw which step hands which key to which.")
@click.option("--calls", is_flag=True, help="Write the most model calls on each step; the dearest stands out.")
@click.option("--findings", is_flag=True, help="Write what the rules find on each step.")
@click.option("--trace", metavar="FILE", help="Write on each step how it went in a run, by its trace.")
@click.option("--table", is_flag=True, help="Put a table of the steps' contracts beside the picture (.svg, .md).")
def draw(
    target: str,
    output: str | None,
    form: str | None,
    theme: str,
    direction: str,
    collapse: bool,
    around: str | None,
    data: bool,
    calls: bool,
    findings: bool,
    trace: str | None,
    table: bool,
) -> None:
    """Draw a flow of a Python file, which is read and not imported.

    FLOW is a variable or the name of a flow; a file with one flow needs none. The output's ending says the format:
    .svg, .png, .pdf, .dot, .gv, .mmd or .md (Mermaid in a Markdown block).
    """
    named = form or (format_of(output) if output and output != STANDARD else "svg")
    found = find_flow(target)
    way = None if direction == "auto" else Direction(direction)
    if around or data or calls or findings or trace or table:
        file = parse_target(target).file if findings else None
        content = _adorned(found.graph, named, Theme(theme), (way, collapse, around, data, calls, file, trace, table))
    else:
        content = render(draw_flow(found.graph, way, collapse=collapse), named, Theme(theme))
    if output == STANDARD:
        sys.stdout.buffer.write(content)
        return
    path = Path(output or f"{found.stem}.{named}")
    path.write_bytes(content)
    click.echo(f"wrote {path}")
    if not (collapse or around) and sum(1 for _ in everything(found.graph)) > LARGE:
        click.echo("It is large: --collapse and --around STEP draw less.", err=True)


Asked = tuple[Direction | None, bool, str | None, bool, bool, str | None, str | None, bool]


def _adorned(flow: Flow, form: str, theme: Theme, asked: Asked) -> bytes:
    """Draw a flow with something on it or beside it; `asked` is what, the file to check for findings included."""
    # Facts, rules and traces take longer to load than a plain picture takes.
    from analyzer.engine import engine  # noqa: PLC0415 - see above
    from chaindsl.cli.yaml_engine import with_yaml  # noqa: PLC0415 - see above
    from chaindsl.review.pictures.picture import Wish, picture  # noqa: PLC0415 - see above
    from chaindsl.review.project import view_project  # noqa: PLC0415 - see above
    from chaindsl.trace.jsonl import read_trace  # noqa: PLC0415 - see above

    way, collapse, around, data, calls, file, trace, table = asked
    centre, steps = _centre(around)
    findings = None if file is None else view_project([file], str(Path.cwd()), with_yaml(engine())).findings
    seen = None if trace is None else read_trace(trace)
    return picture(flow, Wish(way, collapse, centre, steps, data, calls, findings, seen, table), form, theme)


def everything(flow: Flow) -> Iterator[object]:
    """Yield every step and transition of a flow and of those inside it."""
    waiting = [flow]
    while waiting:
        current = waiting.pop()
        yield from flow_steps(current)
        waiting.extend(nested_flows(current))


def _centre(around: str | None) -> tuple[str | None, int]:
    """Split a step from how far around it is drawn; a colon without a number behind it belongs to the name."""
    if around is None:
        return None, 0
    name, colon, steps = around.rpartition(":")
    return (name, int(steps)) if colon and steps.isdecimal() and len(steps) < 6 else (around, 2)
