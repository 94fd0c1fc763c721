"""`chaindsl import`: workflows of YAML as Python."""

import sys
from pathlib import Path

import click

from chaindsl.cli.yaml_source import python_of
from chaindsl.errors import ChainDslError
from chaindsl.yamlform.module import Note

STANDARD = "-"


@click.command(
    "import",
    short_help="Write the Python that says what a YAML workflow says.",
    epilog="Example: chaindsl import deploy.yaml -o deploy.py && chaindsl check deploy.py",
)
@click.argument("file", metavar="FILE.yaml")
@click.option(
    "-o", "--output", metavar="OUT.py", default=STANDARD, help="Where to write; `-`, the default, is standard output."
)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def import_(file: str, output: str, force: bool) -> int:
    """Write the Python that says what the workflows of a YAML file say.

    What has no equivalent is refused, each with its place and the reason, and nothing is written then. What is not
    quite the same is told on standard error, and in a comment where it stands. The same file gives the same bytes.

    Exit status: 0 it was written, 2 it could not be done.
    """
    python = python_of(file)
    for note in python.notes:
        click.echo(f"note: {said(note)}", err=True)
    data = python.text.encode()
    if output == STANDARD:
        sys.stdout.buffer.write(data)
        return 0
    if Path(output).exists() and not force:
        raise ChainDslError("file-exists", f"{output} is there already", output, hint="say --force to write over it")
    Path(output).write_bytes(data)
    click.echo(f"wrote {output}", err=True)
    return 0


def said(note: Note) -> str:
    """Return a note as a line."""
    return " ".join(f"{note.text} ({note.place})".split())
