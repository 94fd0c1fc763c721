"""`chaindsl import`: workflows of YAML as Python."""

import click

from chaindsl.cli.output_file import STANDARD, put
from chaindsl.cli.yaml_source import python_of
from chaindsl.yamlform.module import Note


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
def import_(file: str, output: str, force: bool) -> None:
    """Write the Python that says what the workflows of a YAML file say.

    What has no equivalent is refused, each with its place and the reason, and nothing is written then. What is not
    quite the same is told on standard error, and in a comment where it stands. The same file gives the same bytes.

    Exit status: 0 it was written, 2 it could not be done.
    """
    python = python_of(file)
    for note in python.notes:
        click.echo(f"note: {said(note)}", err=True)
    put(python.text, output, force=force)


def said(note: Note) -> str:
    """Return a note as a line."""
    return " ".join(f"{note.text} ({note.place})".split())
