"""Where a command puts what it made of a file: another file, which is not written over unasked, or standard output."""

import sys
from pathlib import Path

import click

from chaindsl.errors import ChainDslError

STANDARD = "-"


def put(text: str, output: str, *, force: bool) -> None:
    """Write text to a file, or as it is to standard output. Raises ChainDslError where the file is there already."""
    data = text.encode()
    if output == STANDARD:
        sys.stdout.buffer.write(data)
        return
    if Path(output).exists() and not force:
        raise ChainDslError("file-exists", f"{output} is there already", output, hint="say --force to write over it")
    Path(output).write_bytes(data)
    click.echo(f"wrote {output}", err=True)
