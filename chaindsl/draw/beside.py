"""A table beside a picture: in an SVG to the right of it or below, in Markdown below it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from chaindsl.draw.theme import PALETTES, Palette, Theme
from chaindsl.draw.wording import cut, visible

_SIZE = re.compile(rb'<svg width="([\d.]+)pt" height="([\d.]+)pt"\s+viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"')
_MEANING = re.compile(r"[\\`*{}\[\]<>#|!&~]|(?<![^\W_])_|_(?![^\W_])")
_ROW = 19.0
_GAP = 18.0
_CELL = 48
_NARROW = frozenset("iljtfr.,:;|!'()[] I")
_WIDE = frozenset("mwMW@%—…→")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def svg_with_table(svg: bytes, table: Table, theme: Theme) -> bytes:
    """Return an SVG that a layout program wrote with a table beside it: below it where it is wider than high."""
    found = _SIZE.search(svg)
    if found is None or not table.rows:
        return svg
    left, top, width, height = (float(number) for number in found.groups()[2:])
    widths = [max(_width(row[n]) for row in (table.head, *table.rows)) + 16 for n in range(len(table.head))]
    inner, tall = sum(widths), _ROW * (len(table.rows) + 1)
    below = width > height
    x, y = (left + _GAP, top + height) if below else (left + width, top + _GAP)
    if below:
        size = max(width, inner + 2 * _GAP), height + tall + _GAP
    else:
        size = width + inner + _GAP, max(height, tall + 2 * _GAP)
    palette = PALETTES[theme]
    body = "\n".join(_drawn(table, widths, x, y, palette))
    paper = f'\n<rect {_box(left, top, *size)} fill="{palette.paper}"/>'
    view = f'viewBox="{left:.2f} {top:.2f} {size[0]:.2f} {size[1]:.2f}"'
    head = f'<svg width="{size[0]:.0f}pt" height="{size[1]:.0f}pt" {view}'
    start = svg.index(b">", found.end()) + 1
    rest = svg[start:].replace(b"</svg>", f"{body}\n</svg>".encode())
    return b"".join((svg[: found.start()], head.encode(), svg[found.end() : start], paper.encode(), rest))


def markdown_table(table: Table) -> str:
    """Return the table as Markdown; what means something to Markdown is written as a number."""
    lines = [table.head, tuple("---" for _ in table.head), *table.rows]
    return "".join(f"| {' | '.join(plain(cell) or ' ' for cell in row)} |\n" for row in lines)


def _drawn(table: Table, widths: Sequence[float], x: float, y: float, palette: Palette) -> Iterator[str]:
    total = sum(widths)
    yield f'<g font-family="Arial" font-size="11" fill="{palette.ink}">'
    for number, row in enumerate((table.head, *table.rows)):
        top = y + _ROW * number
        if number % 2 == 0:
            yield f'<rect {_box(x, top, total, _ROW)} fill="{palette.frame}"/>'
        at = x
        for cell, width in zip(row, widths, strict=True):
            weight = ' font-weight="bold"' if number == 0 else ""
            yield f'<text x="{at + 8:.1f}" y="{top + 13.5:.1f}"{weight}>{escape(cut(cell, _CELL))}</text>'
            at += width
    yield f'<rect {_box(x, y, total, _ROW * (len(table.rows) + 1))} fill="none" stroke="{palette.faint}"/>'
    yield "</g>"


def _box(x: float, y: float, width: float, height: float) -> str:
    return f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'


def _width(text: str) -> float:
    """About how wide a text is in Arial at 11 points."""
    return sum(map(_advance, cut(text, _CELL)))


def _advance(char: str) -> float:
    if char in _NARROW:
        return 3.3
    return 9.2 if char in _WIDE else 11.0 if ord(char) > 0x2E80 else 6.3


def plain(text: str) -> str:
    """Return a text in which nothing means something to Markdown or HTML: such characters are written as numbers.

    An underscore within a word means nothing.
    """
    return _MEANING.sub(lambda found: f"&#{ord(found[0])};", visible(text))
