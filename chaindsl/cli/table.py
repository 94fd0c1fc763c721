"""A table on standard output: drawn by rich on a terminal, plain columns everywhere else."""

import sys
from collections.abc import Sequence

import click

GAP = "  "
MOST = 100
"""Characters of a cell in plain columns; on a terminal rich folds them."""


def show_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their head. Cells hold one line of text."""
    if sys.stdout.isatty():
        show_on_terminal(head, rows)
        return
    for line in plain_lines(head, rows):
        click.echo(line)


def plain_lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table as lines with aligned columns, long cells cut."""
    cells = [[cut(cell, MOST) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return [GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def show_on_terminal(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table as wide as the terminal."""
    # rich is for terminals only, and takes a while to import.
    from rich import box  # noqa: PLC0415 - see above
    from rich.console import Console  # noqa: PLC0415 - see above
    from rich.table import Table  # noqa: PLC0415 - see above
    from rich.text import Text  # noqa: PLC0415 - see above

    table = Table(*head, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console().print(table)


def cut(text: str, most: int) -> str:
    """Return a text, its end replaced by `…` where it is longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
