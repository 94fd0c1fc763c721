"""A file that is there wholly or not at all, also when many make it at once and some are killed meanwhile.

An empty file can then only be one that was cut, and is never taken for a store that nothing was written to.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from sqlite3 import Error

from chaindsl.store.failure import Damaged, Unavailable


def ensure(path: Path, make: Callable[[Path], None]) -> None:
    """See that a database file exists: `make` writes a new one. Raises Unavailable, Damaged."""
    try:
        if not path.exists():
            _make(path, make)
        if path.stat().st_size == 0:
            raise Damaged(str(path), "the file is empty")
    except (OSError, ValueError) as error:
        raise Unavailable(str(path), getattr(error, "strerror", None) or str(error)) from error
    except Error as error:
        raise Unavailable(str(path), str(error)) from error


def _make(path: Path, make: Callable[[Path], None]) -> None:
    log = path.with_name(f"{path.name}-wal")
    # SQLite would take the steps of a file that is gone for steps of the new one.
    if log.exists() and not path.exists():
        raise Damaged(str(path), f"the file is gone, and its {log.name} is still there")
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
        fresh = Path(folder) / "new"
        fresh.touch(mode=0o600)
        make(fresh)
        try:
            path.hardlink_to(fresh)
        except FileExistsError:
            return
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """See that the file's name survives a loss of power."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
