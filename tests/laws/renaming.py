"""One module under other names, laid out otherwise, or cut in two: what must not change what is found."""

import ast
import re
from collections.abc import Iterable

from analyzer.finding import Finding

_NAME = re.compile(r"\b(?:step|key|flow|go|run|again|rest)_\d+\b")


def other_names(text: str) -> dict[str, str]:
    """Another name for everything that has a name in a module, as long as the old one, in the opposite order."""
    names = sorted(set(_NAME.findall(text)))
    return {old: _spelt(len(old), len(names) - index) for index, old in enumerate(names)}


def _spelt(length: int, number: int) -> str:
    letters = ""
    for _ in range(length):
        number, letter = divmod(number, 26)
        letters = chr(ord("a") + letter) + letters
    return "q" + letters[1:]


def renamed(text: str, names: dict[str, str]) -> str:
    """The text with every name replaced."""
    return _NAME.sub(lambda match: names[match[0]], text)


def plain(findings: Iterable[Finding], lines: dict[tuple[str, int], object] | None = None) -> list[tuple[object, ...]]:
    """What findings say, without where; or with what stands for the line where they say it."""
    return sorted(
        ((one.code, one.severity, one.confidence, one.message, one.symbol, _at(one, lines)) for one in findings),
        key=repr,
    )


def _at(finding: Finding, lines: dict[tuple[str, int], object] | None) -> object:
    return None if lines is None else lines[finding.place.file, finding.place.line]


def cut(text: str, after: int) -> tuple[str, str]:
    """A module cut in two behind one of its statements: the first part, and the rest, which takes all from it."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    number = tree.body[min(after, len(tree.body) - 2)].end_lineno or 0
    future = lines[0] if lines[0].startswith("from __future__") else ""
    return "".join(lines[:number]), f"{future}from first import *\n" + "".join(lines[number:])
