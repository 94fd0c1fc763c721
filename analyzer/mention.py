"""Which files may hold a flow, by their bytes alone: the rest are never parsed.

Too strict a filter would call a file clean that nobody read. So besides files that speak of chaindsl it lets through
those that may get a flow from another module of the project, and those whose bytes may hide the word. Whoever parses
a file may still find that it leads nowhere.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from analyzer.files import Listing, Skipped, Source, reason_of

WORD = b"chaindsl"
IMPORT = b"import"
# Leaves of a text its words alone.
WORDS = bytes(code if code >= 0x80 or bytes([code]).isalnum() or code == ord("_") else ord(" ") for code in range(256))
# Encodings in which the word is spelt by the bytes of the word.
PLAIN = ("ascii", "utf-8", "utf8", "utf_8", "latin", "iso-8859", "iso8859", "cp125", "windows-125")
# What is never read, however long it is: a file may be endless.
LONGEST = 64 * 1024 * 1024
PIECE = 1024 * 1024
# Stands for the package that a relative import may mean.
PACKAGE = b"."


class Look(NamedTuple):
    """What was read of a file, and whether the file (all of it) may speak of chaindsl."""

    data: bytes
    speaks: bool


class Mentions:
    """The files to parse, in order, each with its bytes; how many were looked at; what could not be read."""

    __slots__ = ("files", "looked", "skipped")

    def __init__(self, files: Iterable[tuple[Source, bytes]] = (), looked: int = 0) -> None:
        self.files = list(files)
        self.looked = looked
        self.skipped: list[Skipped] = []


def mentions(listing: Listing) -> Mentions:
    """Read every file and keep those that may hold a flow."""
    found = Mentions()
    others: list[tuple[Source, bytes]] = []
    for source in listing.sources:
        try:
            seen = look(source.path, source.settings.max_file_size)
        except OSError as error:
            found.skipped.append(Skipped(source.shown, reason_of(error)))
            continue
        found.looked += 1
        lines = b"" if seen.speaks else _lines(seen.data)
        # What a file imports from outside of what is looked at is not known, so that file has to be parsed.
        if seen.speaks or (lines and not listing.surrounds(source)):
            found.files.append((source, seen.data))
        elif lines:
            # The few that lead somewhere are read again: to keep what all of them hold takes longer.
            others.append((source, lines))
    if found.files or listing.left_out:
        _follow(found, others, set[bytes]().union(*map(_names, listing.left_out)))
    return found


def look(path: str, most: int) -> Look:
    """Read a regular file, at most `most` + 1 bytes of it. A longer one is searched to its end all the same.

    Raises `OSError` for what can't be read, and for what is longer than anything should be.
    """
    # Not blocking: what was a file may have become a pipe.
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        about = os.fstat(number)
        if not stat.S_ISREG(about.st_mode):
            raise OSError(0, "no regular file")
        if about.st_size > LONGEST:
            raise OSError(0, f"larger than {LONGEST} bytes")
        data = os.read(number, min(most, about.st_size) + 1)
        if len(data) != about.st_size:
            # One call is enough, unless a signal or a network file system says otherwise.
            data += _read(number, most + 1 - len(data))
        if speaks(data):
            return Look(data, speaks=True)
        if len(data) <= most or not _speaks_later(number, data):
            return Look(data, speaks=False)
        # It is too long to be parsed. Whoever gets its bytes has to know no more of the rest than that it speaks.
        return Look(data + b"\n# " + WORD, speaks=True)
    finally:
        os.close(number)


def _read(number: int, most: int) -> bytes:
    data = os.read(number, most)
    while len(data) < most and (more := os.read(number, most - len(data))):
        data += more
    return data


def _speaks_later(number: int, before: bytes) -> bool:
    """Whether the rest of a file speaks, `before` being what was read of it."""
    while piece := _read(number, PIECE):
        if speaks(before[-len(WORD) :] + piece):
            return True
        before = piece
    return False


def speaks(data: bytes) -> bool:
    """Whether the bytes of a module may spell the word."""
    return WORD in data or (b"coding" in data[:256] and _encoded(data)) or (not data.isascii() and _disguised(data))


def _encoded(data: bytes) -> bool:
    """Whether the module declares an encoding in which other bytes may spell the word."""
    lines = data.split(b"\n", 2)[:2]
    declared = [line.split(b"coding", 1)[1][1:].strip().lower() for line in lines if b"coding" in line and b"#" in line]
    return any(not name.decode("latin-1").startswith(PLAIN) for name in declared if name)


def _disguised(data: bytes) -> bool:
    """Whether other letters spell the word: Python takes a full-width `c` in a name for a `c`."""
    from unicodedata import normalize  # noqa: PLC0415 - most files need none

    odd = b"\n".join(line for line in data.split(b"\n") if not line.isascii())
    return WORD.decode() in normalize("NFKC", odd.decode("utf-8", "ignore"))


def _follow(found: Mentions, others: list[tuple[Source, bytes]], unread: set[bytes]) -> None:
    """Add the files that import a module that was found, or may have been if it had been read, and so on."""
    words = [(source, _words(lines)) for source, lines in others]
    names = unread.union(*(_names(source.path) for source, _ in found.files))
    while names:
        new = [source for source, used in words if not names.isdisjoint(used)]
        words = [one for one in words if names.isdisjoint(one[1])]
        found.files += _again(new)
        names = set[bytes]().union(*(_names(source.path) for source in new))
    found.files.sort(key=lambda one: one[0].path.split(os.sep))


def _again(sources: list[Source]) -> Iterator[tuple[Source, bytes]]:
    """The bytes of files that were read before; one that has gone since has none."""
    for source in sources:
        try:
            yield source, look(source.path, source.settings.max_file_size).data
        except OSError:
            continue


def imported(data: bytes) -> set[bytes]:
    """The words on the lines of a module that may import something."""
    return set(_words(_lines(data)))


def _words(lines: bytes) -> list[bytes]:
    words = lines.translate(WORDS).split()
    return [*words, PACKAGE] if b"from ." in lines else words


def _lines(data: bytes) -> bytes:
    """The lines of a module that may import something."""
    lines = []
    at = data.find(IMPORT)
    while at >= 0:
        start = data.rfind(b"\n", 0, at) + 1
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        # An import goes on over the line's end inside brackets and after a backslash, before the word as well.
        if data.find(b"(", at, end) >= 0 > data.find(b")", at, end):
            end = max(end, data.find(b")", at))
        if data[end - 1 : end] == b"\\" or data[max(start - 2, 0) : start - 1] == b"\\":
            start, end = _folded(data, start, end)
        lines.append(data[start:end])
        at = data.find(IMPORT, end)
    return b"\n".join(lines)


def _folded(data: bytes, start: int, end: int) -> tuple[int, int]:
    """A line with those that backslashes join to it."""
    while data[end - 1 : end] == b"\\" and end < len(data):
        end = data.find(b"\n", end + 1) if data.find(b"\n", end + 1) > 0 else len(data)
    # Before the first line there is nothing: counted from zero on, what would be looked at is the text's end.
    while start > 1 and data[start - 2 : start - 1] == b"\\":
        start = data.rfind(b"\n", 0, start - 1) + 1
    return start, end


def _names(path: str) -> set[bytes]:
    """The words by which an import may mean the module or the package at a path."""
    folder, name = os.path.split(path)
    stem = os.fsencode(name.removesuffix(".py"))
    return {os.fsencode(os.path.basename(folder)), PACKAGE} if stem == b"__init__" else {stem}
