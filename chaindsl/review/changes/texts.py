"""The difference of two texts, line by line, as reviewers know it."""

import difflib
from collections.abc import Iterator

from chaindsl.draw.wording import visible

MOST_LINES = 400
"""Longer texts are compared as far as this, since the comparison takes the square of their length."""
_AROUND = 2


def text_difference(before: str, after: str) -> tuple[str, ...]:
    """Return the lines that differ, each with `-`, `+` or a blank before it, and two equal ones around.

    `…` stands for what is left out. Characters that can't be seen are written as their escapes.
    """
    old, new = _lines(before), _lines(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    found: list[str] = []
    for number, group in enumerate(matcher.get_grouped_opcodes(_AROUND)):
        if number or group[0][1] or group[0][3]:
            found.append("…")
        for opcode in group:
            found += _said(opcode, old, new)
    return tuple(found)


def _said(opcode: tuple[str, int, int, int, int], old: list[str], new: list[str]) -> Iterator[str]:
    tag, i1, i2, j1, j2 = opcode
    if tag == "equal":
        yield from (f" {line}".rstrip() for line in old[i1:i2])
        return
    yield from (f"-{line}" for line in old[i1:i2])
    yield from (f"+{line}" for line in new[j1:j2])


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"… {len(lines) - MOST_LINES} more lines: {hash_of(lines[MOST_LINES:])}"]
    return [visible(line) for line in lines]


def hash_of(lines: list[str]) -> str:
    """Return what stands for lines that are not shown, so that a difference in them is seen."""
    from hashlib import sha256  # noqa: PLC0415 - only very long texts need it

    return sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:12]
