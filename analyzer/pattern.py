"""Path patterns as `.gitignore` spells them, for ignore files and for globs in settings.

Written here because the usual library takes half as long to import as all of click. A pattern may come from a
hostile file, so no pattern may take long: every `*` and `**` but the last commits to its first match.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "digit": "0-9",
    "lower": "a-z",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
WILD = frozenset("*?[\\")
NEVER = "(?!)"
ANYTHING = "(?s:.+)"
PATTERN_LENGTH = 4096


class Rule(NamedTuple):
    """One line. `floating` ones match at any depth; `plain` ones have no wildcard."""

    names: tuple[str, ...]
    floating: bool
    negated: bool
    folders_only: bool

    @property
    def text(self) -> str:
        """The pattern, without what only says where it holds."""
        return "/".join(self.names)

    @property
    def plain(self) -> bool:
        return not WILD & set(self.text)

    @property
    def ending(self) -> str:
        """The end of all names that a pattern such as `*.pyc` matches, if it is so simple."""
        end = self.text[1:]
        return end if self.floating and self.text.startswith("*") and end and not WILD & set(end) else ""

    def matches(self, path: str) -> bool:
        """Whether it matches `path`, relative to the base."""
        if self.plain:
            return self.text == (path.rpartition("/")[2] if self.floating else path)
        if self.ending:
            return path.endswith(self.ending)
        return re.fullmatch(self.expression(), path) is not None

    def expression(self) -> str:
        """The regular expression of the paths that it matches."""
        return _expression(["**", *self.names] if self.floating else list(self.names))


class Patterns:
    """An ordered list of patterns below one base; the last that matches decides."""

    __slots__ = ("_any", "_endings", "_names", "_paths", "_rules")

    def __init__(self, lines: Iterable[str]) -> None:
        self._rules = [rule for line in lines if (rule := _parsed(line)) is not None]
        # Most paths match nothing, so one look has to say that; and expressions are slow to compile.
        self._names = {rule.text for rule in self._rules if rule.plain and rule.floating}
        self._paths = {rule.text for rule in self._rules if rule.plain and not rule.floating}
        self._endings = tuple(rule.ending for rule in self._rules if rule.ending)
        others = [f"(?:{rule.expression()})" for rule in self._rules if not rule.plain and not rule.ending]
        self._any = re.compile("|".join(others)) if others else None

    def __bool__(self) -> bool:
        return bool(self._rules)

    def verdict(self, path: str, folder: bool) -> bool | None:
        """Whether `path` (relative to the base, `/` between names) is matched, taken back, or not spoken of."""
        if not self._touches(path):
            return None
        for rule in reversed(self._rules):
            if (folder or not rule.folders_only) and rule.matches(path):
                return not rule.negated
        return None

    def _touches(self, path: str) -> bool:
        return (
            path.rpartition("/")[2] in self._names
            or path in self._paths
            or path.endswith(self._endings)
            or (self._any is not None and self._any.fullmatch(path) is not None)
        )

    def covers(self, path: str, folder: bool = False) -> bool:
        """Whether `path` or a folder that it lies in is matched."""
        names = path.split("/")
        above = any(self.verdict("/".join(names[:end]), True) for end in range(1, len(names)))
        return above or bool(self.verdict(path, folder))


def _parsed(line: str) -> Rule | None:
    """Return the rule that a line states, or nothing for a comment or an empty line."""
    text = _trimmed(line)
    if not text or text.startswith("#") or len(text) > PATTERN_LENGTH:
        return None
    negated = text.startswith("!")
    text = text[negated:]
    folders_only = text.endswith("/")
    text = text.removesuffix("/")
    if not text:
        return None
    return Rule(tuple(_names(text.removeprefix("/"))), "/" not in text, negated, folders_only)


def _names(text: str) -> list[str]:
    """What stands between the slashes; one inside of `[...]` is no slash between names."""
    found, start, position, closed = [], 0, 0, True
    while position < len(text):
        char = text[position]
        if char == "/":
            found.append(text[start:position])
            start = position + 1
        elif char == "\\" and text[position + 1 : position + 2] != "/":
            position += 1
        elif char == "[" and closed:
            piece, end = _bracket(text, position)
            # Where one is never closed, none behind it is.
            closed = piece != NEVER or end < len(text)
            position = end - 1 if closed else position
        position += 1
    return [*found, text[start:]]


def _trimmed(line: str) -> str:
    """The line without its end and without trailing blanks that no backslash keeps."""
    text = line.rstrip("\r\n")
    while text.endswith(" ") and not _escaped(text[:-1]):
        text = text[:-1]
    return text


def _escaped(text: str) -> bool:
    """Whether what follows `text` is escaped."""
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1


def _expression(names: list[str]) -> str:
    """The regular expression of a path pattern, given as the names between its slashes."""
    inside = names[-1] == "**"
    runs: list[list[str]] = [[]]
    for name in names:
        if name == "**":
            runs.append([])
        else:
            runs[-1].append(_segment(name))
    head, *rest = ["/".join(run) for run in runs]
    rest = [run for run in rest if run]
    found = head
    for number, run in enumerate(rest, 1):
        commits = number < len(rest) or inside
        found += "/" if found else ""
        found += rf"(?>(?:[^/]+/)*?{run}(?=/))" if commits else rf"(?:[^/]+/)*{run}"
    if not inside:
        return found
    return f"{found}/{ANYTHING}" if found else ANYTHING


def _segment(name: str) -> str:
    """The regular expression of one name between slashes."""
    pieces: list[str] = [""]
    position = 0
    while position < len(name):
        char = name[position]
        if char == "*":
            pieces.append("")
            position += 1
            continue
        piece, position = _single(name, position)
        pieces[-1] += piece
    head, *rest = pieces
    middle = "".join(f"(?>[^/]*?{piece})" for piece in rest[:-1] if piece)
    return head + middle + (f"[^/]*{rest[-1]}" if rest else "")


def _single(name: str, position: int) -> tuple[str, int]:
    """The expression of the one character at `position`, and where the next one starts."""
    char = name[position]
    if char == "?":
        return "[^/]", position + 1
    if char == "\\":
        escaped_char = name[position + 1 : position + 2]
        return (re.escape(escaped_char), position + 2) if escaped_char else (NEVER, position + 1)
    if char == "[":
        return _bracket(name, position)
    return re.escape(char), position + 1


def _bracket(name: str, start: int) -> tuple[str, int]:
    """The expression of `[...]`; one that is never closed matches nothing, as in git."""
    position = start + 1
    negated = name[position : position + 1] in {"!", "^"}
    position += negated
    members: list[str] = []
    first = True
    while position < len(name) and (first or name[position] != "]"):
        first = False
        if name.startswith("[:", position) and (end := name.find(":]", position)) > 0:
            known = CLASSES.get(name[position + 2 : end])
            if known is None:
                return NEVER, len(name)
            members.append(known)
            position = end + 2
            continue
        low, position = _member(name, position)
        if name[position : position + 1] == "-" and name[position + 1 : position + 2] not in {"", "]"}:
            high, position = _member(name, position + 1)
            members.append(f"{re.escape(low)}-{re.escape(high)}" if low <= high else "")
        else:
            members.append(re.escape(low))
    if position >= len(name):
        return NEVER, len(name)
    inner = "".join(members)
    if not inner:
        return ("[^/]" if negated else NEVER), position + 1
    return (f"(?!/)[{'^' if negated else ''}{inner}]"), position + 1


def _member(name: str, position: int) -> tuple[str, int]:
    """One character of a bracket, escaped or not."""
    if name[position] == "\\" and position + 1 < len(name):
        return name[position + 1], position + 2
    return name[position], position + 1
