"""Which files a check reads: those named, and the Python files below the folders named, each once and in order.

It looks at names only and opens nothing but ignore files and settings.
"""

import os
import stat
from collections.abc import Iterable
from typing import NamedTuple

from analyzer.ignorefile import FILE as IGNORE_FILE
from analyzer.ignorefile import Ignored, above, ignores
from analyzer.refusal import Problem, Refusal
from analyzer.settings.configuration import FILE as SETTINGS_FILE
from analyzer.settings.configuration import Configuration
from analyzer.settings.settings import Settings

# Folders that hold what tools and installers made. One that is named on the command line is read all the same.
SKIPPED_FOLDERS = frozenset(
    {
        ".bzr", ".direnv", ".eggs", ".git", ".hg", ".hypothesis", ".ipynb_checkpoints", ".mypy_cache", ".nox",
        ".pytest_cache", ".pytype", ".ruff_cache", ".svn", ".tox", ".venv", ".vscode", "__pycache__", "__pypackages__",
        "node_modules", "site-packages", "venv",
    }
)  # fmt: skip
# The mark of a virtual environment, whatever its folder is called.
ENVIRONMENT = "pyvenv.cfg"
ENDING = ".py"


class Source(NamedTuple):
    """One file to check: its absolute path, the path to show, its settings, and how it was found."""

    path: str
    shown: str
    settings: Settings
    named: bool = False
    link: bool = False


class Skipped(NamedTuple):
    """Something that should have been read and was not, and why."""

    shown: str
    reason: str


class Listing:
    """The files to check, in order, and what could not be looked into.

    `excluded` counts named files left out. `tops` are folders of whose projects nothing lies outside of them, and
    `left_out` are the paths in them that are not read: others may import what lies there.
    """

    __slots__ = ("excluded", "left_out", "skipped", "sources", "tops")

    def __init__(self, sources: Iterable[Source] = (), excluded: int = 0) -> None:
        self.sources = list(sources)
        self.skipped: list[Skipped] = []
        self.excluded = excluded
        self.tops: list[str] = []
        self.left_out: set[str] = set()

    def surrounds(self, source: Source) -> bool:
        """Whether all files that the file may import from its project were looked for."""
        return any(source.path.startswith(top) for top in self.tops)


class Finder:
    """Lists files. `folder` is the absolute path that names are relative to; `force` excludes named files as well."""

    def __init__(self, configuration: Configuration, folder: str, *, force: bool = False) -> None:
        self._configuration = configuration
        self._folder = folder
        self._force = force

    def find(self, names: Iterable[str]) -> Listing:
        """List what the names stand for. Raises `Refusal` for every name that stands for nothing that can be read."""
        listing = Listing()
        problems: list[Problem] = []
        for name in names:
            path = os.path.abspath(os.path.join(self._folder, name))
            problem = self._named(path, name, listing)
            if problem is not None:
                problems.append(problem)
        if problems:
            raise Refusal(problems)
        listing.sources = _once(listing.sources)
        listing.skipped = sorted(set(listing.skipped), key=lambda one: one.shown)
        return listing

    def _named(self, path: str, name: str, listing: Listing) -> Problem | None:
        try:
            mode = os.stat(path).st_mode
        except OSError as error:
            return _missing(name, error)
        except ValueError as error:
            return Problem("unreadable-path", f"{name!r} can't be read: {error}", "", "name a file or a folder")
        if stat.S_ISDIR(mode):
            self._walk(path, listing)
            return None
        if not stat.S_ISREG(mode):
            return Problem("no-regular-file", f"{name!r} is no regular file", "", "pipe it in and name it `-`")
        if not os.access(path, os.R_OK):
            return Problem("unreadable-path", f"{name!r} can't be read: permission denied", "", "let your user read it")
        settings = self._configuration.at(os.path.dirname(path))
        if self._force and self.leaves_out(path, settings):
            listing.excluded += 1
        else:
            listing.sources.append(Source(path, self.shown(path), settings, True, os.path.islink(path)))
        return None

    def leaves_out(self, path: str, settings: Settings) -> bool:
        """Whether a named file would not have been found in a walk from where the command was given."""
        inside = self._folder.rstrip(os.sep) + os.sep
        names = path.removeprefix(inside).split(os.sep)[:-1] if path.startswith(inside) else []
        return settings.covers(path) or not SKIPPED_FOLDERS.isdisjoint(names) or ignores(path, self._folder)

    def _walk(self, top: str, listing: Listing) -> None:
        if self._force and self._configuration.at(top).excludes(top, True):
            listing.excluded += 1
            return
        if _surrounding(top):
            listing.tops.append(top.rstrip(os.sep) + os.sep)
        # A stack, since trees may be deeper than Python recurses. Links to folders are not followed, so it ends.
        stack = [(top, above(top), self._configuration.at(top))]
        while stack:
            folder, ignored, settings = stack.pop()
            try:
                with os.scandir(folder) as found:
                    entries = {entry.name: entry for entry in found}
            except OSError as error:
                listing.skipped.append(Skipped(self.shown(folder), reason_of(error)))
                continue
            if folder != top:
                if ENVIRONMENT in entries:
                    continue
                ignored = ignored.below(folder) if IGNORE_FILE in entries else ignored
                settings = self._configuration.at(folder) if SETTINGS_FILE in entries else settings
            inner = [one.path for one in entries.values() if self._enters(one, ignored, settings, listing)]
            stack += [(path, ignored, settings) for path in inner]

    def _enters(self, entry: os.DirEntry[str], ignored: Ignored, settings: Settings, listing: Listing) -> bool:
        """Whether the entry is a folder to walk. A file is listed here."""
        if entry.is_dir(follow_symlinks=False):
            return entry.name not in SKIPPED_FOLDERS and not _leaves_out(entry, True, ignored, settings, listing)
        if not entry.name.endswith(ENDING) or _leaves_out(entry, False, ignored, settings, listing):
            return False
        try:
            regular = entry.is_file()
        except OSError as error:
            listing.skipped.append(Skipped(self.shown(entry.path), reason_of(error)))
            return False
        if regular:
            found = Source(entry.path, self.shown(entry.path), settings, False, entry.is_symlink())
            listing.sources.append(found)
        return False

    def shown(self, path: str) -> str:
        """The path as findings name it: relative where it lies below the folder that commands are given from."""
        inside = self._folder.rstrip(os.sep) + os.sep
        return path.removeprefix(inside) if path != self._folder else "."


def _leaves_out(entry: os.DirEntry[str], folder: bool, ignored: Ignored, settings: Settings, listing: Listing) -> bool:
    """Whether a walk leaves out what it met."""
    if ignored.covers(entry.path, folder) or (settings.exclude and settings.excludes(entry.path, folder)):
        listing.left_out.add(entry.path)
        return True
    return False


def _surrounding(top: str) -> bool:
    """Whether a folder holds the whole of its project: no settings file of the project lies above it."""
    folder = top
    while not os.path.isfile(os.path.join(folder, SETTINGS_FILE)):
        above_it = os.path.dirname(folder)
        if above_it == folder:
            return True
        folder = above_it
    return folder == top


def _once(sources: list[Source]) -> list[Source]:
    """The files in order, each once, whatever names and links lead to it. The name that is no link is kept."""
    # Of two entries of one path the named one comes last, and stays.
    by_path = {source.path: source for source in sorted(sources, key=lambda one: one.named)}
    by_file: dict[str, Source] = {}
    for source in sorted(by_path.values(), key=lambda one: (one.link, one.path)):
        by_file.setdefault(os.path.realpath(source.path) if source.link else source.path, source)
    return sorted(by_file.values(), key=lambda one: one.path.split(os.sep))


def _missing(name: str, error: OSError) -> Problem:
    """Why a name stands for nothing."""
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        return Problem(
            "unreadable-path",
            f"{name!r} can't be read: {reason_of(error)}",
            "",
            "name another, or let your user read it",
        )
    hint = "is its name right, relative to this folder?"
    return Problem("no-such-path", f"there is no file or folder {name!r}", "", hint)


def reason_of(error: OSError) -> str:
    """What went wrong, in lower case."""
    return (error.strerror or str(error)).lower()
