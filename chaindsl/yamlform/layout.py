"""Python text with the places that it says again: pieces, and groups that are broken into lines where they must be.

What it writes is what formatters of 88 columns and more leave as it is: a group that is broken has one item a line and
a comma after the last.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from chaindsl.yamlform.position import Position

WIDTH = 88
_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Piece:
    """Text without line feeds, and where in the YAML it comes from."""

    text: str
    place: Position | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Layouts next to each other."""

    parts: tuple["Layout", ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Items between brackets. `comma` says that a comma may follow the last; a `joined` group has none between."""

    opening: str
    items: tuple["Layout", ...]
    closing: str
    place: Position | None = None
    comma: bool = True
    joined: bool = False


Layout: TypeAlias = Piece | Row | Group


def row(*parts: Layout | str) -> Row:
    """Return layouts next to each other."""
    return Row(tuple(Piece(part) if isinstance(part, str) else part for part in parts))


def call(name: str, items: Iterable[Layout], place: Position | None = None) -> Group:
    """Return a call."""
    return Group(f"{name}(", tuple(items), ")", place)


def keyword(name: str, value: Layout | str, place: Position | None = None) -> Row:
    """Return a keyword argument."""
    return row(Piece(f"{name}=", place), Piece(value, place) if isinstance(value, str) else value)


class Page:
    """Python text in the making, and where each piece of it comes from."""

    def __init__(self) -> None:
        self._lines: list[list[Piece]] = [[]]

    def blank(self, number: int = 1) -> None:
        """Add empty lines."""
        for _ in range(number):
            self.line("")

    def line(self, text: str, place: Position | None = None) -> None:
        """Add a line as it is."""
        self._lines[-1].append(Piece(text, place))
        self._lines.append([])

    def lay(self, layout: Layout, indent: int = 0, after: str = "") -> None:
        """Add a layout as a line, or as several where it does not fit."""
        self._lines[-1].append(Piece(_INDENT * indent))
        self._put(layout, indent, len(after))
        self.line(after)

    def _put(self, layout: Layout, indent: int, after: int) -> None:
        here = sum(len(piece.text) for piece in self._lines[-1])
        if not _broken(layout) and here + len(flat(layout)) + after <= WIDTH:
            self._lines[-1].extend(_pieces(layout))
            return
        match layout:
            case Piece():
                self._lines[-1].append(layout)
            case Row(parts):
                for number, part in enumerate(parts):
                    rest = sum(len(flat(one)) for one in parts[number + 1 :]) + after
                    self._put(part, indent, rest)
            case Group() if layout.items:
                self._break(layout, indent)
            case Group():
                self._lines[-1].extend(_pieces(layout))

    def _break(self, group: Group, indent: int) -> None:
        self.line(group.opening, group.place)
        for number, item in enumerate(group.items):
            last = number == len(group.items) - 1
            comma = "" if group.joined or (last and not group.comma) else ","
            self.lay(item, indent + 1, comma)
        self._lines[-1].append(Piece(_INDENT * indent + group.closing, group.place))

    @property
    def rows(self) -> list[list[Piece]]:
        """The lines so far, the last of them not ended."""
        return self._lines

    def extend(self, other: "Page") -> None:
        """Add all lines of another page."""
        self._lines[-1:] = other.rows

    def text(self) -> str:
        """Return the text."""
        return "\n".join("".join(piece.text for piece in line).rstrip() for line in self._lines[:-1]) + "\n"

    def map(self) -> "SourceMap":
        """Return where each piece of the text comes from."""
        starts: list[tuple[int, int]] = []
        places: list[Position] = []
        for number, line in enumerate(self._lines, 1):
            column = 1
            for piece in line:
                if piece.place is not None:
                    starts.append((number, column))
                    places.append(piece.place)
                column += len(piece.text)
        return SourceMap(starts, places)


class SourceMap:
    """From places in the Python to places in the YAML."""

    def __init__(self, starts: list[tuple[int, int]], places: list[Position]) -> None:
        self._starts = starts
        self._places = places

    def place(self, line: int, column: int = 1) -> Position:
        """Return what the YAML says there: the last piece that starts before it ends, or the first of all."""
        at = bisect_right(self._starts, (line, column)) - 1
        on_line = bisect_right(self._starts, (line, 1_000_000)) - 1
        if on_line >= 0 and self._starts[on_line][0] == line and (at < 0 or self._starts[at][0] < line):
            at = bisect_right(self._starts, (line, 0))
        return self._places[max(at, 0)] if self._places else Position("", 1)


def _broken(layout: Layout) -> bool:
    """Whether a layout can't stand on one line."""
    match layout:
        case Piece():
            return False
        case Row(parts):
            return any(map(_broken, parts))
        case Group():
            return layout.joined or any(map(_broken, layout.items))


def flat(layout: Layout) -> str:
    """Return a layout on one line."""
    return "".join(piece.text for piece in _pieces(layout))


def _pieces(layout: Layout) -> Iterable[Piece]:
    match layout:
        case Piece():
            yield layout
        case Row(parts):
            for part in parts:
                yield from _pieces(part)
        case Group():
            yield Piece(layout.opening, layout.place)
            for number, item in enumerate(layout.items):
                yield from [Piece(", ")] if number else []
                yield from _pieces(item)
            yield Piece(layout.closing)
