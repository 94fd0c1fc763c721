"""The lines of source that a place spans, numbered, with carets under what is meant."""

from collections.abc import Iterator

from analyzer.report.pieces.printable import printable, visible, width
from chaindsl.graph.place import Place

MOST_LINES = 4
MOST_COLUMNS = 160
CUT = "…"


def snippet(text: str, place: Place) -> Iterator[tuple[str, str]]:
    """Each line to show, as what stands in the margin and what stands beside it; nothing if the place is not there."""
    lines = text.split("\n")
    last = max(place.line, place.end_line)
    if not 0 < place.line <= len(lines):
        return
    # A span of many lines is a whole function or class: its first line says which.
    shown = range(place.line, min(last, len(lines)) + 1 if last - place.line < MOST_LINES else place.line + 1)
    for number in shown:
        line = lines[number - 1].rstrip("\r")
        start, end = span(line, number, place)
        yield str(number), _windowed(line, start)[0]
        marks = _carets(line, start, end)
        if marks:
            yield "", marks
    if last > shown[-1]:
        yield "", CUT


def span(line: str, number: int, place: Place) -> tuple[int, int]:
    """From which character to which (0-based, the end left out) the place spans the line."""
    indent = len(line) - len(line.lstrip())
    start = place.column - 1 if number == place.line else indent
    end = place.end_column - 1 if number == place.end_line and place.end_column else len(line.rstrip())
    if not place.end_line:
        end = start + 1
    start = min(max(start, 0), len(line))
    return start, max(min(end, len(line)), start)


def _windowed(line: str, start: int) -> tuple[str, int]:
    """The line as it is shown, and the first character of it that is: a long line is cut around `start`."""
    first = 0 if start < MOST_COLUMNS * 3 // 4 else start - MOST_COLUMNS // 2
    cut = printable(line[first : first + MOST_COLUMNS])
    return (CUT if first else "") + cut + (CUT if len(line) > first + MOST_COLUMNS else ""), first


def _carets(line: str, start: int, end: int) -> str:
    first = _windowed(line, start)[1]
    before = "".join(map(visible, line[first:start]))
    marked = "".join(map(visible, line[start : min(end, first + MOST_COLUMNS)]))
    return " " * (width(before) + bool(first)) + "^" * max(width(marked), 1)
