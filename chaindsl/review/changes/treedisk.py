"""Disks that show one revision only: a commit's tree read from objects, or a repository's working files.

Whoever reads source asks a disk. One of these says what a revision holds, and that there is nothing outside of it, so
that two revisions are read in the same way.
"""

import os
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from analyzer.source.disk import Answer, Disk, Question
from analyzer.source.trouble import Trouble, TroubleError
from chaindsl.errors import ChainDslError
from chaindsl.review.changes.repository import LINK, SUBMODULE, Entry

_MOST_LINKS = 40
Load = Callable[[str], bytes]
"""From an object's id to its bytes."""


class TreeDisk(Disk):
    """A commit's files, as if they lay below `top`. Links are followed as far as they stay in the tree."""

    def __init__(self, top: Path, files: Mapping[str, Entry], load: Load) -> None:
        super().__init__()
        self._top = str(top)
        self._files = files
        self._load = load
        self._folders = {folder for path in files for folder in _folders(path)}
        self._links = {path for path, entry in files.items() if entry.mode == LINK}

    def answer(self, question: Question) -> Answer:
        """Return what the commit says."""
        inner = self._inner(question.path)
        if question.kind == "real":
            return question.path if inner is None else f"{self._top}/{inner}".rstrip("/")
        if inner is None:
            return False
        is_folder = inner in self._folders
        return (
            is_folder
            if question.kind == "folder"
            else self._is_file(inner) or (is_folder and question.kind == "exists")
        )

    def load(self, path: Path, most: int) -> bytes:
        """Return a file's bytes, `most` + 1 of them at the most. Raises TroubleError where there is none."""
        inner = self._inner(str(path))
        if inner is None or not self._is_file(inner):
            raise TroubleError(Trouble.UNREADABLE, "no such file or directory")
        try:
            return self._load(self._files[inner].oid)[: most + 1]
        except ChainDslError as error:
            if error.code == "too-large":
                raise TroubleError(Trouble.TOO_LARGE, error.issue.message) from None
            raise

    def given(self, path: Path, data: bytes, most: int) -> Question:
        """Take it that a file holds these bytes, which nobody needs to be told again."""
        return Question("bytes", str(path), most)

    def _is_file(self, inner: str) -> bool:
        entry = self._files.get(inner)
        return entry is not None and entry.mode not in (LINK, SUBMODULE)

    def _inner(self, path: str) -> str | None:
        """The path from the top, links followed; None for one outside of the tree."""
        whole = os.path.normpath(path)
        for _ in range(_MOST_LINKS):
            if whole != self._top and not whole.startswith(self._top + os.sep):
                return None
            inner = whole[len(self._top) + 1 :]
            link = next((one for one in (*_folders(inner), inner) if one in self._links), None)
            if link is None:
                return inner
            target = os.fsdecode(self._load(self._files[link].oid))
            rest = inner[len(link) :].lstrip(os.sep)
            whole = os.path.normpath(Path(self._top, link).parent / target / rest)
        return None


class FolderDisk(Disk):
    """The working files below `top` as they are now; what lies in `others`, such as submodules, is not there."""

    def __init__(self, top: Path, others: Collection[str]) -> None:
        super().__init__()
        self._top = str(top)
        self._others = tuple(str(top / other) for other in others)

    def answer(self, question: Question) -> Answer:
        """Return what the folder says."""
        return super().answer(question) if question.kind in ("real", "bytes") or self._ours(question.path) else False

    def load(self, path: Path, most: int) -> bytes:
        """Return a file's bytes, as any disk does."""
        if not self._ours(str(path)):
            raise TroubleError(Trouble.UNREADABLE, "no such file or directory")
        return super().load(path, most)

    def _ours(self, path: str) -> bool:
        whole = os.path.realpath(path)
        inside = whole == self._top or whole.startswith(self._top + os.sep)
        return inside and not any(whole == one or whole.startswith(one + os.sep) for one in self._others)


def _folders(path: str) -> tuple[str, ...]:
    """The folders above a path, the top (an empty text) first."""
    parts = path.split("/")[:-1]
    return ("", *("/".join(parts[: count + 1]) for count in range(len(parts))))
