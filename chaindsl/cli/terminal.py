"""How text leaves a command: to a terminal, a pipe or a file, in colour or not."""

import os
import sys

import click

CHOICES = ("auto", "always", "never")


def colour(choice: str, to_terminal: bool) -> bool:
    """Whether to use colours: what the option says, else NO_COLOR and FORCE_COLOR, else whether it is a terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return to_terminal and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def write(text: str, file: str | None = None) -> None:
    """Write text to standard output, or to a file in place of what it held."""
    if file is None:
        sys.stdout.write(text)
        return
    try:
        with open(file, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as opened:
            opened.write(text)
    except OSError as error:
        raise click.UsageError(f"{file!r} can't be written: {error.strerror}") from None


def warn(message: str) -> None:
    """Say on standard error what does not stop the command."""
    from analyzer.report.pieces.printable import printable  # noqa: PLC0415 - needed only when there is something to say
    from chaindsl.cli.wrong import short  # noqa: PLC0415 - as above

    sys.stderr.write(f"warning: {printable(short(message))}\n")
