"""Reads objects of a repository by their ids, as they are stored: no filter and no conversion is applied."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chaindsl.errors import ChainDslError
from chaindsl.review.changes.git import command, environment

LONGEST = 64 * 1024 * 1024
"""A longer object is no source file, and is not read."""


class Blobs:
    """Objects by id. Each is read once; two processes of git answer for as long as `opened` lasts."""

    def __init__(self, measure: "subprocess.Popen[bytes]", read: "subprocess.Popen[bytes]") -> None:
        self._measure = measure
        self._read = read
        self._known: dict[str, bytes] = {}

    def load(self, oid: str) -> bytes:
        """Return an object's bytes. Raises ChainDslError: `missing-object`, `too-large`."""
        if oid not in self._known:
            size = self._size(oid)
            if size > LONGEST:
                raise ChainDslError("too-large", f"the object {oid[:12]} is larger than {LONGEST} bytes")
            self._known[oid] = self._contents(oid, size)
        return self._known[oid]

    def _size(self, oid: str) -> int:
        words = self._ask(self._measure, oid)
        if len(words) != 3:
            hint = "this clone has not all objects; fetch them first, as `git fetch --refetch` does"
            raise ChainDslError("missing-object", f"the object {oid[:12]} is not in this repository", hint=hint)
        return int(words[2])

    def _contents(self, oid: str, size: int) -> bytes:
        self._ask(self._read, oid)
        assert self._read.stdout is not None
        return self._read.stdout.read(size + 1)[:size]

    def _ask(self, process: "subprocess.Popen[bytes]", oid: str) -> list[bytes]:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(f"{oid}\n".encode())
            process.stdin.flush()
        except BrokenPipeError:
            raise ChainDslError("git-failed", "git cat-file ended before it was done") from None
        return process.stdout.readline().split()


@contextmanager
def opened(folder: Path) -> Iterator[Blobs]:
    """Open the objects of the repository that a folder belongs to."""
    with _started(folder, "--batch-check") as measure, _started(folder, "--batch") as read:
        yield Blobs(measure, read)


@contextmanager
def _started(folder: Path, how: str) -> "Iterator[subprocess.Popen[bytes]]":
    process = subprocess.Popen(
        command(folder, "cat-file", how),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()
