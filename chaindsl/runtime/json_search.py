"""JSON inside a text: alone, in code fences, or in the middle of prose.

The search takes linear time whatever the text. After a syntax error it goes on where the error is, not after the
bracket where it began: what a broken document has inside is part of it, and no answer of its own. (The standard
library's decoder can't serve for that: its errors count the lines before them, each from the start of the text.)
"""

import json
import math
import re
from collections.abc import Iterator

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
_START = re.compile(r"[\[{]")
_TOKEN = re.compile(
    r"""[ \t\r\n]*+(?:
        (?P<string>"(?:[^"\\]++|\\.)*+")
      | (?P<plain>-?[0-9]++(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?+(?![\w.+-]) | (?:true|false|null)\b)
      | (?P<sign>[\[\]{},:])
    )""",
    re.DOTALL | re.VERBOSE,
)
_BLANK = " \t\r\n"
_REST = re.compile(r"[ \t\r\n]*+[^ \t\r\n]")
_DIGITS = 1_000
_DEPTH = 100
_NEAR = 30

_VALUE = {"string": "after", "plain": "after", "[": "first item", "{": "first key"}
_GRAMMAR = {
    "value": _VALUE,
    "first item": {**_VALUE, "]": "after"},
    "first key": {"string": "colon", "}": "after"},
    "key": {"string": "colon"},
    "colon": {":": "value"},
    "after [": {",": "value", "]": "after"},
    "after {": {",": "key", "}": "after"},
}
"""From what may come next to what may come after it."""

_MISSING = {
    "value": "a value is missing",
    "first item": "a value or ] is missing",
    "first key": "a key in double quotes or } is missing",
    "key": "a key in double quotes is missing",
    "colon": ": is missing",
    "after [": ", or ] is missing",
    "after {": ", or } is missing",
}


def fenced(text: str) -> list[str]:
    """Return what stands in the text's code fences; one that is never closed goes on to the end."""
    found: list[list[str]] = []
    fence = ""
    for line in text.split("\n"):
        mark, rest = match.groups() if (match := _FENCE.fullmatch(line)) else ("", "")
        if not fence and mark:
            fence = mark
            found.append([])
        elif fence and mark.startswith(fence) and not rest.strip():
            fence = ""
        elif fence:
            found[-1].append(line)
    return ["\n".join(lines) for lines in found]


class JsonSearch:
    """Finds the JSON values of a text, in the order in which they are likely to be meant.

    After `values` has been used up, `problem` says what is wrong with the document that got furthest, if any is
    broken.
    """

    __slots__ = ("_furthest", "_text", "problem")

    def __init__(self, text: str) -> None:
        self._text = text
        self._furthest = 1
        self.problem: str | None = None

    def values(self) -> Iterator[object]:
        """Yield the whole text as JSON, then what code fences hold, then arrays and objects anywhere in it."""
        fences = fenced(self._text)
        for part in (self._text, *fences):
            yield from _read(part.strip(_BLANK))
        for part in (*fences, self._text):
            yield from self._inside(part)

    def alone(self) -> Iterator[object]:
        """Yield the value that is the whole text, or all that stands in a code fence with nothing around it."""
        yield from _read(self._text.strip(_BLANK))
        text, fences = self._text.strip(_BLANK), fenced(self._text)
        if len(fences) == 1 and _FENCE.match(text) and text.endswith(("```", "~~~")):
            yield from _read(fences[0])

    def _inside(self, text: str) -> Iterator[object]:
        end = 0
        while found := _START.search(text, end):
            start = found.start()
            end, missing = span(text, start)
            if not missing:
                yield from _read(text[start:end])
            elif end - start > self._furthest:
                self._furthest = end - start
                near = text[max(start, end - _NEAR) : end + _NEAR]
                self.problem = f"{missing} {f'near {near!r}' if _REST.match(text, end) else 'at its end'}"


def span(text: str, start: int) -> tuple[int, str]:
    """Return where the array or object that starts here ends, and no text; or where it is broken, and why."""
    opened: list[str] = []
    state, at = "value", start
    while True:
        token = _TOKEN.match(text, at)
        seen = (token["sign"] or str(token.lastgroup)) if token else ""
        then = _GRAMMAR[state].get(seen)
        if token is None or then is None:
            return max(at, start + 1), _MISSING[state]
        at = token.end()
        if seen in ("[", "{"):
            opened.append(seen)
            if len(opened) > _DEPTH:
                return at, "it is nested too deeply"
        elif seen in ("]", "}"):
            opened.pop()
        if then == "after":
            if not opened:
                return at, ""
            then = f"after {opened[-1]}"
        state = then


def _read(text: str) -> Iterator[object]:
    """Yield the value that is the text, if it is one that can be written as JSON again."""
    try:
        # Line feeds within strings are common and mean what they say, so they are let through.
        yield json.loads(text, strict=False, parse_int=_int, parse_float=_float, parse_constant=_float)
    except (ValueError, RecursionError):
        return


def _int(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError("a number of so many digits is none that anybody meant")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("JSON has no infinity")
    return number
