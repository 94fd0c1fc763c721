"""Which files may hold a flow, by their bytes alone: the rest are never parsed.

Too strict a filter would call a file clean that nobody read. So besides files that speak of chaindsl it lets through
those that may get its names from another module of the project, and those whose bytes may hide the word.
"""

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field

from analyzer.files import Skipped, Source, reason_of

WORD = b"chaindsl"
# What a file has to say to define a flow, unless another module gives these functions new names.
BUILDERS = (b"chain", b"workflow")
RENAMED = (b"chain as ", b"workflow as ", b"= chain", b"= workflow", b"=chain", b"=workflow", b"partial(")
# Encodings in which the word is spelt by the bytes of the word.
PLAIN = ("ascii", "utf-8", "utf8", "utf_8", "latin", "iso-8859", "iso8859", "cp125", "windows-125")
# What is never read, however long it is: a file may be endless.
LONGEST = 64 * 1024 * 1024
PIECE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Look:
    """What was read of a file, and whether the file (all of it) may speak of chaindsl."""

    data: bytes
    speaks: bool


@dataclass(slots=True)
class Mentions:
    """The files to parse, in order, each with its bytes; how many were looked at; what could not be read."""

    files: list[tuple[Source, bytes]] = field(default_factory=list)
    looked: int = 0
    skipped: list[Skipped] = field(default_factory=list)


def mentions(sources: Iterable[Source]) -> Mentions:
    """Read every file and keep those that may hold a flow."""
    found = Mentions()
    builders: list[Source] = []
    silent: list[Source] = []
    for source in sources:
        try:
            seen = look(source.path, source.settings.max_file_size)
        except OSError as error:
            found.skipped.append(Skipped(source.shown, reason_of(error)))
            continue
        found.looked += 1
        if seen.speaks:
            found.files.append((source, seen.data))
        elif any(word in seen.data for word in BUILDERS):
            builders.append(source)
        else:
            silent.append(source)
    if found.files:
        _follow(found, builders, silent)
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
        data = _read(number, most + 1)
        return Look(data, speaks(data) or (len(data) > most and _speaks_later(number, data)))
    finally:
        os.close(number)


def _read(number: int, most: int) -> bytes:
    data = os.read(number, most)
    # One call is enough for a regular file, unless a signal or a network file system says otherwise.
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

    return WORD.decode() in normalize("NFKC", data.decode("utf-8", "ignore"))


def _follow(found: Mentions, builders: list[Source], silent: list[Source]) -> None:
    """Add the files that may get a name of chaindsl from a module of the project, step by step."""
    new, others, renamed = found.files, builders, False
    while new:
        if not renamed and any(word in data for _, data in new for word in RENAMED):
            renamed, others = True, others + silent
        names = {_module(source) for source, _ in new}
        new = []
        for source in others:
            data = look(source.path, source.settings.max_file_size).data
            if b"import" in data and any(name in data for name in names):
                new.append((source, data))
        added = {source.path for source, _ in new}
        others = [source for source in others if source.path not in added]
        found.files += new
    found.files.sort(key=lambda one: one[0].path.split(os.sep))


def _module(source: Source) -> bytes:
    """The last part of the name that others import the module by."""
    folder, name = os.path.split(source.path)
    stem = name.removesuffix(".py")
    return os.fsencode(os.path.basename(folder) if stem == "__init__" else stem)
