"""One side of a comparison: which files it has, and a disk that shows them."""

import hashlib
import os
import stat
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from analyzer.files import Finder
from analyzer.source.disk import Disk
from chaindsl.review.changes.blobs import Blobs
from chaindsl.review.changes.repository import LINK, SUBMODULE, Entry, Repository
from chaindsl.review.changes.treedisk import FolderDisk, TreeDisk
from chaindsl.review.yaml_file import ENDINGS

_LONGEST = 64 * 1024 * 1024
_LONGEST_TEXT = 512 * 1024
"""What is no Python file and longer than this is no prompt, and counts as it was."""


@dataclass(frozen=True)
class Revision:
    """Files by their paths from `top`, with `/` between folders; `disk` shows their contents and nothing else."""

    top: Path
    files: Mapping[str, Entry]
    disk: Disk

    def path(self, inner: str) -> Path:
        """Return where a file lies, or would lie."""
        return self.top / inner


def committed(repository: Repository, commit: str, blobs: Blobs) -> Revision:
    """Return a commit as it is stored."""
    files = repository.files(commit)
    return Revision(repository.top, files, TreeDisk(repository.top, files, blobs.load))


def working(repository: Repository, base: Mapping[str, Entry], finder: Finder) -> Revision:
    """Return the working files: those of `base` that are still there, and files of flows that are new.

    Contents are named as git names them, but no filter is asked: a file that a filter would give back as it was counts
    as changed, and is then found to say the same.
    """
    top = repository.top
    files = {path: entry for path, entry in base.items() if entry.mode == SUBMODULE}
    others = sorted(files)
    disk = FolderDisk(top, others)
    algorithm = "sha256" if any(len(entry.oid) == 64 for entry in base.values()) else "sha1"
    listed = [os.path.relpath(source.path, top) for source in finder.find((str(top),)).sources]
    listed += repository.working_files(*ENDINGS)
    for path in {**base, **dict.fromkeys(listed)}:
        if path not in files and not (others and _below(path, others)):
            entry = _looked_at(f"{top}/{path}", base.get(path), algorithm)
            if entry is not None:
                files[path] = entry
    return Revision(top, files, disk)


def _looked_at(path: str, known: Entry | None, algorithm: str) -> Entry | None:
    """What lies at a path. There are thousands, and each `Path` takes as long as a small file."""
    try:
        about = os.lstat(path)
        if stat.S_ISLNK(about.st_mode):
            return Entry(LINK, _named(os.fsencode(os.readlink(path)), algorithm))  # noqa: PTH115 - see above
        if not stat.S_ISREG(about.st_mode):
            return None
        if known is not None and about.st_size > (_LONGEST if path.endswith(".py") else _LONGEST_TEXT):
            return known
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - see above
            return Entry("100644", _named(file.read(), algorithm))
    except OSError:
        return None


def _named(data: bytes, algorithm: str) -> str:
    """The id that git gives to these bytes."""
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _below(path: str, folders: Iterable[str]) -> bool:
    return any(path.startswith(f"{folder}/") for folder in folders)
