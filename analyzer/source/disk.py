"""The only way to the disk while files are read: what is asked of it is noted, so that an answer can be kept.

A reading is the same as long as the disk answers the same questions in the same way.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from analyzer.source.text import load
from analyzer.source.trouble import TroubleError

K = TypeVar("K")
V = TypeVar("V")
Answer = bool | str


class Question(NamedTuple):
    """What is asked about a path; `most` is how many bytes of a file are looked at."""

    kind: str
    path: str
    most: int = 0


Asked = frozenset[Question]
Memory = MutableMapping[K, tuple[V, Asked]]
"""Answers that were worked out, each with all that was asked for it."""


class Disk:
    """The disk as it was when it was first asked. A question is asked once; files are read as often as wanted."""

    def __init__(self) -> None:
        self._answers: dict[Question, Answer] = {}
        self._open: list[set[Question]] = []
        self._steady = True

    def is_file(self, path: Path | str) -> bool:
        """Say whether there is a regular file."""
        return bool(self.answer(Question("file", str(path))))

    def is_folder(self, path: Path | str) -> bool:
        """Say whether there is a folder."""
        return bool(self.answer(Question("folder", str(path))))

    def exists(self, path: Path | str) -> bool:
        """Say whether a path leads to anything."""
        return bool(self.answer(Question("exists", str(path))))

    def real(self, path: Path | str) -> Path:
        """Return the one spelling of a path; one in a loop of links is left as it is."""
        return Path(str(self.answer(Question("real", str(path)))))

    def load(self, path: Path, most: int) -> bytes:
        """Return a regular file's bytes, `most` + 1 of them at the most. Raises TroubleError as `text.load` does."""
        question = Question("bytes", str(path), most)
        try:
            data = load(path, most)
        except TroubleError as error:
            self._note(question, _refused(error))
            raise
        self._note(question, _digest(data))
        return data

    def given(self, path: Path, data: bytes, most: int) -> Question:
        """Take it that a file holds these bytes; return the question that this answers."""
        question = Question("bytes", str(path), most)
        self._note(question, _digest(data))
        return question

    def answer(self, question: Question) -> Answer:
        """Return what the disk says, as it can be kept: for bytes, their digest."""
        if question not in self._answers:
            self._answers[question] = _LOOK[question.kind](question)
        if self._open:
            self._open[-1].add(question)
        return self._answers[question]

    def _note(self, question: Question, answer: Answer) -> None:
        self._steady = self._answers.setdefault(question, answer) == answer and self._steady
        if self._open:
            self._open[-1].add(question)

    @contextmanager
    def watched(self) -> Iterator[set[Question]]:
        """Collect all that is asked meanwhile, what was remembered included."""
        self._open.append(set())
        try:
            yield self._open[-1]
        finally:
            asked = self._open.pop()
            self.recall(frozenset(asked))

    def remember(self, memory: Memory[K, V], key: K, work_out: Callable[[], V]) -> V:
        """Return what is remembered under a key; it is worked out once, and all that this asks is asked each time."""
        if key not in memory:
            with self.watched() as asked:
                value = work_out()
            memory[key] = (value, frozenset(asked))
            return value
        found, before = memory[key]
        self.recall(before)
        return found

    def recall(self, asked: Asked) -> None:
        """Take questions that were asked before as asked now."""
        if self._open:
            self._open[-1] |= asked

    @property
    def steady(self) -> bool:
        """Whether nothing was seen to change."""
        return self._steady


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def _refused(error: TroubleError) -> str:
    return f"{error.trouble.value}: {error}"


def _contents(question: Question) -> Answer:
    try:
        return _digest(load(Path(question.path), question.most))
    except TroubleError as error:
        return _refused(error)


def _real(question: Question) -> Answer:
    try:
        return os.path.realpath(question.path)
    except (OSError, ValueError):
        return os.path.abspath(question.path)


_LOOK: dict[str, Callable[[Question], Answer]] = {
    "file": lambda question: os.path.isfile(question.path),
    "folder": lambda question: os.path.isdir(question.path),
    "exists": lambda question: os.path.exists(question.path),
    "real": _real,
    "bytes": _contents,
}
KINDS = frozenset(_LOOK)
