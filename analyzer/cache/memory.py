"""Remembers inspections: by the file, the rules that ran and the tool, as long as the disk answers as it did."""

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from analyzer.cache.entry import Entry, decoded, encoded
from analyzer.cache.store import Store
from analyzer.cache.tool import tool
from analyzer.files import Source
from analyzer.inspection import Inspection
from analyzer.source.disk import Disk, Question
from analyzer.source.text import text_of


class Memory:
    """What is remembered of files."""

    def __init__(self, folder: str, disk: Disk, more: Iterable[str] = ()) -> None:
        """`more` is what findings depend on besides the tool's own files."""
        self._store = Store(folder)
        self._disk = disk
        self._tool = "\n".join([tool(), *more])

    def recall(self, source: Source, data: bytes, codes: Iterable[str]) -> Inspection | None:
        """Return what was found in a file, None where that is not known or no longer sure."""
        raw = self._store.get(self._name(source, codes))
        entry = None if raw is None else decoded(raw)
        if entry is None:
            return None
        own = self._own(source, data)
        if own not in entry.answers or any(self._disk.answer(one) != known for one, known in entry.answers.items()):
            return None
        return replace(entry.inspection, text=text_of(data) if entry.inspection.parsed else "")

    def keep(
        self, source: Source, data: bytes, codes: Iterable[str], inspection: Inspection, asked: Iterable[Question]
    ) -> None:
        """Remember what was found in a file, and all that was asked for it."""
        own = self._own(source, data)
        if self._disk.steady:
            answers = {question: self._disk.answer(question) for question in (own, *asked)}
            self._store.put(self._name(source, codes), encoded(Entry(answers, inspection)))

    def _own(self, source: Source, data: bytes) -> Question:
        """What asks for the file itself, which is answered with the bytes that are at hand."""
        return self._disk.given(self._disk.real(source.path), data, source.settings.max_file_size)

    def _name(self, source: Source, codes: Iterable[str]) -> str:
        parts = [self._tool, source.path, source.shown, str(source.settings.max_file_size), *sorted(codes)]
        digest = hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogateescape"), digest_size=20)
        return digest.hexdigest()
