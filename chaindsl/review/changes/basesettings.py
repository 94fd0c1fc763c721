"""Settings as the old side has them. What a change says of settings must not decide what is seen of that change."""

import posixpath

from analyzer.refusal import Refusal
from analyzer.settings.configuration import FILE, MENTION
from analyzer.settings.settings import Settings
from analyzer.source.trouble import TroubleError
from chaindsl.review.changes.revision import Revision

_LONGEST = 1024 * 1024


class BaseSettings:
    """Settings by file, from the closest `pyproject.toml` of a revision that has the section.

    Settings that are wrong are none: a change that repairs them can be looked at.
    """

    def __init__(self, revision: Revision) -> None:
        self._revision = revision
        self._known: dict[str, Settings] = {}

    def of(self, path: str) -> Settings:
        """Return the settings of a file, by its path from the top."""
        folder = posixpath.dirname(path)
        if folder not in self._known:
            found = self._section(posixpath.join(folder, FILE), ())
            above = self.of(folder) if folder else Settings()
            self._known[folder] = above if found is None else found
        return self._known[folder]

    def _section(self, path: str, below: tuple[str, ...]) -> Settings | None:
        if path not in self._revision.files or path in below:
            return None
        try:
            data = self._revision.disk.load(self._revision.path(path), _LONGEST)
        except TroubleError:
            return None
        return self._settings(path, data, below) if MENTION in data or below else None

    def _settings(self, path: str, data: bytes, below: tuple[str, ...]) -> Settings | None:
        from analyzer.settings.source import section_of  # noqa: PLC0415 - reading TOML is slow to import
        from analyzer.settings.table import applied, parent  # noqa: PLC0415 - as above

        try:
            section = section_of(path, str(self._revision.path(path).parent), data, bool(below))
            if section is None:
                return None
            base = parent(section)
            inner = "" if base is None else posixpath.relpath(base, str(self._revision.top))
            settings, problems = applied(section, self._section(inner, (*below, path)) or Settings())
        except Refusal:
            return None
        return None if problems else settings
