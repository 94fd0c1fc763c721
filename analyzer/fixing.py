"""Applies fixes to text: all of a fix or nothing of it, no two on one spot, and no file is left that fails to parse.

It knows no rule; whether a fix is safe, its finding says.
"""

import ast
import os
import tempfile
import tokenize
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO

from analyzer.finding import Edit, Finding, Fix
from analyzer.refusal import Problem, Refusal
from chaindsl.graph.place import Place


@dataclass(frozen=True, slots=True)
class Corrected:
    """New texts by file, only those that differ; the fixes that made them, and how many had to be left for later."""

    texts: Mapping[str, str]
    applied: tuple[Fix, ...]
    left: int


def corrected(findings: Iterable[Finding], texts: Mapping[str, str], *, unsafe: bool = False) -> Corrected:
    """Apply the safe fixes of the findings, with `unsafe` all of them, to the files whose texts are given."""
    wanted = list(dict.fromkeys(one.fix for one in findings if one.fix is not None and (unsafe or one.fix.safe)))
    usable = [fix for fix in wanted if fix.edits and all(edit.place.file in texts for edit in fix.edits)]
    chosen = _apart(usable, texts)
    while True:
        edits = {file: [edit for fix in chosen for edit in fix.edits if edit.place.file == file] for file in texts}
        new = {file: edited(texts[file], found) for file, found in edits.items() if found}
        broken = {file for file, text in new.items() if _parses(texts[file]) and not _parses(text)}
        if not broken:
            changed = {file: text for file, text in new.items() if text != texts[file]}
            return Corrected(changed, tuple(chosen), len(wanted) - len(chosen))
        chosen = [fix for fix in chosen if not any(edit.place.file in broken for edit in fix.edits)]


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits that don't overlap; an edit that stands there twice counts once."""
    starts = _starts(text)
    spots = {(_span(starts, len(text), edit.place), edit.text) for edit in edits}
    for (start, end), replacement in sorted(spots, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def _apart(fixes: Iterable[Fix], texts: Mapping[str, str]) -> list[Fix]:
    """The fixes, in order, that share no spot with an earlier one, unless they do the same there."""
    starts = {file: _starts(text) for file, text in texts.items()}
    taken: dict[str, set[tuple[tuple[int, int], str]]] = {file: set() for file in texts}
    chosen = []
    for fix in fixes:
        spots = [
            (edit.place.file, (_span(starts[edit.place.file], len(texts[edit.place.file]), edit.place), edit.text))
            for edit in fix.edits
        ]
        if not any(_collide(spot, other) for file, spot in spots for other in taken[file]):
            chosen.append(fix)
            for file, spot in spots:
                taken[file].add(spot)
    return chosen


def _collide(one: tuple[tuple[int, int], str], other: tuple[tuple[int, int], str]) -> bool:
    if one == other:
        return False
    (start, end), (other_start, other_end) = one[0], other[0]
    return start == other_start or (start < other_end and other_start < end)


def _starts(text: str) -> list[int]:
    """Where each line starts."""
    starts = [0]
    while (found := text.find("\n", starts[-1])) >= 0:
        starts.append(found + 1)
    return starts


def _span(starts: list[int], length: int, place: Place) -> tuple[int, int]:
    """From where to where a place reaches in the text; one without an end is a point."""
    start = _offset(starts, length, place.line, place.column)
    end = _offset(starts, length, place.end_line, place.end_column) if place.end_line else start
    return start, max(start, end)


def _offset(starts: list[int], length: int, line: int, column: int) -> int:
    if line > len(starts):
        return length
    last = starts[line] - 1 if line < len(starts) else length
    return min(starts[line - 1] + max(column, 1) - 1, last)


def _parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def rewrite(path: str, before: str, after: str) -> None:
    """Replace a file's text, keeping its encoding, its line ends and its mode; all of it or nothing.

    Raises `Refusal` where the file no longer holds `before`, and where it can't be written.
    """
    try:
        with open(path, "rb") as file:
            raw = file.read()
        data = _encoded(raw, before, after)
        if data is None:
            raise Refusal([Problem("not-fixed", f"{path!r} has changed meanwhile", "", "check it again")])
        _replace(os.path.realpath(path), data)
    except OSError as error:
        raise Refusal(
            [Problem("not-fixed", f"{path!r} can't be written: {error.strerror}", "", "let your user write it")]
        ) from None


def _encoded(raw: bytes, before: str, after: str) -> bytes | None:
    """The bytes of the new text as the old one was encoded, or nothing if the old one is not what it was."""
    try:
        encoding, _ = tokenize.detect_encoding(BytesIO(raw).readline)
        text = raw.decode(encoding)
        if text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff") != before.removeprefix("\ufeff"):
            return None
        end = "\r\n" if "\r\n" in text else "\r" if "\r" in text else "\n"
        # A file with several kinds of line ends can't be given back as it was.
        if text != text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", end):
            return None
        return after.removeprefix("\ufeff").replace("\n", end).encode(encoding)
    except (SyntaxError, LookupError, ValueError):
        return None


def _replace(path: str, data: bytes) -> None:
    number, name = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".chaindsl-")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
        os.chmod(name, os.stat(path).st_mode & 0o7777)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
