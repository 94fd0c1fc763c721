"""Which tool this is, to the file: what another version of it has found, or another Python, is of no use."""

import os
import sys
from collections.abc import Iterator

import analyzer
import chaindsl

_FOLDERS = (*analyzer.__path__, *(os.path.join(path, "graph") for path in chaindsl.__path__))


def tool() -> str:
    """Return what tells this analyzer, as it lies on the disk, and this Python from all others."""
    return "\n".join([chaindsl.__version__, sys.version, sys.platform, *sorted(_files())])


def _files() -> Iterator[str]:
    """The analyzer's own files with size and time: one who works on it must not be told what it said before."""
    folders = list(_FOLDERS)
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except OSError:
            # From an archive: the version has to do.
            continue
        for entry in entries:
            if entry.name.endswith(".py"):
                about = entry.stat()
                yield f"{entry.path} {about.st_size} {about.st_mtime_ns}"
            elif entry.is_dir() and entry.name != "__pycache__":
                folders.append(entry.path)
