"""Which files may hold a flow, by their bytes and what they import: all others are never parsed.

A file may be silent about chaindsl and get its names from another module of the project. Following imports takes no
parser: the lines that speak of one are few.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from analyzer.source.disk import Asked, Disk, Memory
from analyzer.source.text import decode
from analyzer.source.trouble import TroubleError

_WORD = b"chaindsl"
_IMPORT = re.compile(rb"(?:\bfrom\s+(\.*)\s*([\w.]*)\s+)?\bimport\s+(\([^)]{0,4000}\)|[^\n;#]*)")
_CODING = re.compile(rb"coding[=:]\s*([-\w.]+)")
_PLAIN = (b"ascii", b"utf-8", b"utf8", b"latin", b"iso-8859", b"cp125")


@dataclass(frozen=True, slots=True)
class Import:
    """One import, as its line says it: `from <dots><module> import <names>`, or `import <module>` without names."""

    level: int
    module: str
    names: tuple[str, ...]


def speaks(data: bytes) -> bool:
    """Say whether a file's bytes may spell the word: as it is, in an odd encoding, or in letters that count as it."""
    if _WORD in data:
        return True
    declared = [m.group(1).lower() for line in data[:400].split(b"\n")[:2] if (m := _CODING.search(line))]
    if data.isascii() and all(name.startswith(_PLAIN) for name in declared):
        return False
    try:
        return _WORD.decode() in unicodedata.normalize("NFKC", decode(data))
    except TroubleError:
        return False


def imports(data: bytes) -> Iterator[Import]:
    """Yield every import that the bytes of a module may hold."""
    if b"\\\n" in data:
        data = data.replace(b"\\\n", b"  ")
    at, end = data.find(b"import"), 0
    while at >= 0:
        found = _IMPORT.search(data, max(data.rfind(b"\n", 0, at) + 1, end))
        end = at + len(b"import")
        if found is not None and found.start() <= at:
            yield from _read(found)
            end = max(end, found.end())
        at = data.find(b"import", end)


def _read(found: "re.Match[bytes]") -> Iterator[Import]:
    dots, module, rest = (part.decode("ascii", "ignore") if part else "" for part in found.groups())
    listed = [part.split() for part in rest.strip("()").replace("\n", ",").split(",")]
    names = tuple(words[0] for words in listed if words)
    if dots or module:
        yield Import(len(dots), module, names)
        return
    for name in names:
        yield Import(0, name, ())


class Reach:
    """Remembers which files lead to chaindsl."""

    def __init__(
        self, read: Callable[[Path], bytes | None], find: Callable[[Path, Import], list[Path]], disk: Disk | None = None
    ) -> None:
        self._read = read
        self._find = find
        self._disk = disk or Disk()
        self._links: Memory[Path, tuple[bool, tuple[Path, ...]]] = {}
        self._silent: dict[Path, Asked] = {}

    def leads(self, path: Path) -> bool:
        """Say whether a file speaks of chaindsl, or imports a module of the project that leads there."""
        if path in self._silent:
            self._disk.recall(self._silent[path])
            return False
        with self._disk.watched() as asked:
            found, seen = self._follow(path)
        if not found:
            self._silent.update(dict.fromkeys(seen, frozenset(asked)))
        return found

    def _follow(self, path: Path) -> tuple[bool, set[Path]]:
        """Look whether a file leads there, and return the files that were looked at."""
        waiting, seen = [path], {path}
        while waiting:
            spoken, others = self._linked(waiting.pop())
            if spoken:
                return True, seen
            for other in others:
                if other in self._silent:
                    self._disk.recall(self._silent[other])
                elif other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return False, seen

    def _linked(self, path: Path) -> tuple[bool, tuple[Path, ...]]:
        return self._disk.remember(self._links, path, lambda: self._look(path))

    def _look(self, path: Path) -> tuple[bool, tuple[Path, ...]]:
        data = self._read(path) or b""
        if speaks(data):
            return True, ()
        found: dict[Path, None] = {}
        for line in imports(data):
            found.update(dict.fromkeys(self._find(path, line)))
        return False, tuple(found)
