"""Characters that make source look other than it is, and encodings that hide code. It knows text, and no Python."""

import codecs
import re
import unicodedata
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates: what follows is shown in another order than it is read."""
_MARKS = frozenset("\u200e\u200f\u061c")
_INVISIBLE = frozenset(
    "\u00ad\u180e\u200b\u2060\u2061\u2062\u2063\u2064\u206a\u206b\u206c\u206d\u206e\u206f\ufeff\u115f\u1160\u3164\uffa0"
)
_JOINERS = frozenset("\u200c\u200d")
_SUSPECT = re.compile(
    "[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\U000e0000-\U000e01ef]"
)
_TAGS = range(0xE0000, 0xE0080)
_SELECTORS = range(0xFE00, 0xFE10)
_MORE_SELECTORS = range(0xE0100, 0xE01F0)
_BLACK_FLAG = "\U0001f3f4"
_CODING = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_PROBES = (
    bytes(range(32, 127)),
    b"x +AAo-y +2D3c- z",
    b"~{!!~} ~~ ~\n",
    b"\\u000a\\n\\x41\\N{SPACE}",
    b"\x1b$B!!\x1b(B",
)
"""Plain text in which the encodings that hide code see something else."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Characters of one line: its number, the column of the first (both 1-based), and what they are."""

    line: int
    column: int
    characters: tuple[str, ...]
    reorders: bool

    @property
    def names(self) -> str:
        """The characters as people look them up."""
        found = dict.fromkeys(self.characters)
        return ", ".join(f"U+{ord(char):04X} {unicodedata.name(char, '').lower()}".strip() for char in list(found)[:4])


def hidden(text: str) -> Iterator[Hidden]:
    """Yield what each line of a text has of characters that reorder or hide."""
    if text.isascii():
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.isascii():
            continue
        found = [match.start() for match in _SUSPECT.finditer(line) if _misleads(line, match.start())]
        found = [at for at in found if not (number == 1 and at == 0 and line[0] == "\ufeff")]
        if found:
            characters = tuple(line[at] for at in found)
            yield Hidden(number, found[0] + 1, characters, any(char in _REORDERING for char in characters))


def _misleads(line: str, at: int) -> bool:
    """Say whether a character is where no writing system, and no emoji, needs it."""
    char, code = line[at], ord(line[at])
    before, after = line[at - 1 : at], line[at + 1 : at + 2]
    if char in _REORDERING or char in _INVISIBLE or code in _MORE_SELECTORS:
        return True
    if char in _MARKS:
        return not any(unicodedata.bidirectional(other) in ("R", "AL") for other in line if other not in _MARKS)
    if char in _JOINERS:
        return (not before or before.isascii()) and (not after or after.isascii())
    if code in _TAGS:
        return _BLACK_FLAG not in line[max(0, at - 8) : at]
    if code in _SELECTORS:
        keycap = before in set("0123456789#*")
        return not before or ord(before) in _SELECTORS or (before.isascii() and not keycap)
    return False


def hiding_encoding(text: str) -> tuple[int, str] | None:
    """Return the line and the name of a declared encoding in which plain text may mean something else, or None."""
    for number, line in enumerate(text.split("\n", 2)[:2], 1):
        declared = _CODING.match(line)
        if declared is not None:
            return (number, declared.group(1)) if _hides(declared.group(1)) else None
        if line.strip() and not line.lstrip().startswith("#"):
            return None
    return None


def _hides(name: str) -> bool:
    try:
        with warnings.catch_warnings():
            # Some codecs complain about the probes: that is what they are for.
            warnings.simplefilter("ignore")
            return any(codecs.decode(probe, name) != probe.decode("ascii") for probe in _PROBES)
    except UnicodeError:
        return True
    except (LookupError, ValueError, TypeError):
        return False
