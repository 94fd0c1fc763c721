"""Named entries in a folder, safe between processes: an entry is there whole or not at all.

It knows bytes and nothing of what they mean. Whatever the disk refuses is no error: the entry is not there, then.
"""

import hashlib
import os
import stat
import tempfile
import time
from contextlib import suppress

TAG = "CACHEDIR.TAG"
TAGGED = b"""Signature: 8a477f597d28d172789f06886806bc55
# This folder is a cache of chaindsl and can be deleted at any time. See https://bford.info/cachedir/
"""
PRUNED = "pruned"
LONGEST = 16 * 1024 * 1024
DAY = 24 * 60 * 60
KEPT = 30 * DAY
"""How long an entry is kept that nobody asks for, in seconds."""
_CHECK = 40
"""How many hexadecimal digits come before an entry: the digest of its name and the rest."""


class Store:
    """The entries in one folder, which is made when the first one is put there."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._ready = False

    def get(self, name: str) -> bytes | None:
        """Return an entry; None where there is none, or what is there is damaged."""
        try:
            # Not blocking: a name may be a pipe that nobody writes to.
            number = os.open(self._path(name), os.O_RDONLY | os.O_NONBLOCK)
        except OSError:
            return None
        try:
            about = os.fstat(number)
            if not stat.S_ISREG(about.st_mode) or about.st_size > LONGEST:
                return None
            with os.fdopen(number, "rb", closefd=False) as file:
                raw = file.read(LONGEST)
            if time.time() - about.st_mtime > DAY:
                os.utime(number)
        except OSError:
            return None
        finally:
            os.close(number)
        data = raw[_CHECK:]
        return data if raw[:_CHECK] == _digest(name, data) else None

    def put(self, name: str, data: bytes) -> None:
        """Put an entry in the place of the one that was there, if any."""
        with suppress(OSError):
            path = self._path(name)
            self._prepare()
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            number, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".")
            try:
                with os.fdopen(number, "wb") as file:
                    file.write(_digest(name, data) + data)
                os.replace(temporary, path)
            except OSError:
                os.unlink(temporary)
                raise

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name[:2], name[2:])

    def _prepare(self) -> None:
        if self._ready:
            return
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        if not os.path.lexists(os.path.join(self._folder, TAG)):
            self._write(TAG, TAGGED)
        self._ready = True
        if self._old(os.path.join(self._folder, PRUNED), DAY):
            self._write(PRUNED, b"")
            self._prune()

    def _write(self, name: str, data: bytes) -> None:
        with open(os.path.join(self._folder, name), "wb") as file:
            file.write(data)

    def _prune(self) -> None:
        """Delete what nobody has asked for in a long time; only what a store made is looked at."""
        with os.scandir(self._folder) as found:
            folders = [one for one in found if len(one.name) == 2 and one.is_dir(follow_symlinks=False)]
        for folder in folders:
            with os.scandir(folder.path) as found:
                entries = [one for one in found if one.is_file(follow_symlinks=False) and self._old(one.path, KEPT)]
            for entry in entries:
                with suppress(OSError):
                    os.unlink(entry.path)

    @staticmethod
    def _old(path: str, age: int) -> bool:
        try:
            return time.time() - os.lstat(path).st_mtime > age
        except OSError:
            return True


def _digest(name: str, data: bytes) -> bytes:
    return hashlib.blake2b(name.encode() + data, digest_size=_CHECK // 2).hexdigest().encode()
