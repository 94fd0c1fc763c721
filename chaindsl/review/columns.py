"""Rows as plain columns of text. It knows nothing of what stands in them."""

from collections.abc import Sequence

GAP = "  "


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: bool = False) -> list[str]:
    """Return rows under their head, columns aligned; with `numbers` all but the first are set to the right."""
    cells = [list(head), *map(list, rows)]
    widths = [max(len(row[n]) for row in cells) for n in range(len(head))]
    return [
        GAP.join(
            cell.rjust(width) if numbers and n else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
