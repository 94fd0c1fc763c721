"""`chaindsl graph`: a flow's graph as JSON, from source alone."""

import sys

import click

from chaindsl.cli.target import find_flow
from chaindsl.graph.encode import to_json

EXAMPLE = "Example: chaindsl graph flows.py:qa | python -m json.tool"


@click.command(short_help="Print the graph of a flow as JSON, without importing it.", epilog=EXAMPLE)
@click.argument("target", metavar="FILE:FLOW", required=False)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the output instead.")
def graph(target: str | None, schema: bool) -> None:
    """Print the graph of a flow as JSON. The Python file is read and not imported.

    FLOW is a variable or the name of a flow; a file with one flow needs none.
    """
    if schema:
        from chaindsl.graph.schema import schema_text  # noqa: PLC0415 - loads pydantic, which the graph does not need

        text = schema_text()
    elif target is None:
        raise click.UsageError("name a flow, as in flows.py:qa, or ask for --schema")
    else:
        text = to_json((find_flow(target).graph,))
    # Half a surrogate pair is written as its escape, which is what JSON calls it too.
    sys.stdout.buffer.write(text.encode(errors="backslashreplace"))
