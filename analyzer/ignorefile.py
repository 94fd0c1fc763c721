"""What `.gitignore` files say about the paths of a tree, from the repository's top down."""

import os
import stat

from analyzer.pattern import Patterns

FILE = ".gitignore"
EXCLUDE = ".git/info/exclude"
FILE_SIZE = 1024 * 1024


class Ignored:
    """The ignore files that hold in one folder, the closest last. Immutable: a folder below adds to it."""

    __slots__ = ("_levels",)

    def __init__(self, levels: tuple[tuple[int, Patterns], ...] = ()) -> None:
        # A level is how long the path of its folder is, with the slash, and what its file says.
        self._levels = levels

    def below(self, folder: str, present: bool = True) -> "Ignored":
        """What holds in `folder`, an absolute path, too, if it has an ignore file."""
        patterns = _patterns_of(os.path.join(folder, FILE)) if present else None
        return Ignored((*self._levels, (_start_of(folder), patterns))) if patterns else self

    def covers(self, path: str, folder: bool) -> bool:
        """Whether the absolute `path` is ignored; folders above it were asked about before."""
        for start, patterns in reversed(self._levels):
            verdict = patterns.verdict(path[start:], folder)
            if verdict is not None:
                return verdict
        return False


def above(folder: str) -> Ignored:
    """What holds in `folder`, an absolute path, from its repository's top; without a repository, its own file alone."""
    folders = _chain(folder)
    found = _private(folders[0])
    for one in folders:
        found = found.below(one)
    return found


def ignores(path: str, top: str) -> bool:
    """Whether the file at the absolute `path`, or a folder that it lies in, is ignored.

    Without a repository the ignore files count from the folder `top`, as in a walk that starts there.
    """
    folders = _chain(os.path.dirname(path), top)
    found = _private(folders[0]).below(folders[0])
    for one in folders[1:]:
        if found.covers(one, True):
            return True
        found = found.below(one)
    return found.covers(path, False)


def _chain(folder: str, top: str | None = None) -> list[str]:
    """The folders from the repository's top, else from `top`, down to `folder`; else `folder` alone."""
    folders = [folder]
    while not os.path.lexists(os.path.join(folders[-1], ".git")):
        parent = os.path.dirname(folders[-1])
        if parent == folders[-1]:
            return folders[folders.index(top) :: -1] if top in folders else [folder]
        folders.append(parent)
    return folders[::-1]


def _private(top: str) -> Ignored:
    """What the repository at `top` ignores without saying so in its tree."""
    patterns = _patterns_of(os.path.join(top, EXCLUDE))
    return Ignored(((_start_of(top), patterns),)) if patterns else Ignored()


def _start_of(folder: str) -> int:
    """Where, in a path below `folder`, the relative path starts."""
    return len(folder.rstrip(os.sep)) + 1


def _patterns_of(path: str) -> Patterns | None:
    """What an ignore file says; one that can't be read, or is no file of sensible size, says nothing."""
    try:
        # Not blocking: a name may be a pipe that nobody writes to.
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        about = os.fstat(number)
        if not stat.S_ISREG(about.st_mode) or about.st_size > FILE_SIZE:
            return None
        raw = os.read(number, FILE_SIZE)
    finally:
        os.close(number)
    return Patterns(os.fsdecode(raw).removeprefix("\ufeff").split("\n")) or None
