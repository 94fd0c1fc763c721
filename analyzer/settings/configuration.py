"""Finds the settings of each folder: the closest `pyproject.toml` that has the section, or what was named instead.

It loads what reads TOML only when a file speaks of chaindsl at all.
"""

import os
import stat
from collections.abc import Sequence

from analyzer.refusal import Problem, Refusal
from analyzer.settings.settings import Globs, Layer, Settings

FILE = "pyproject.toml"
FILE_SIZE = 1024 * 1024
MENTION = b"chaindsl"


class Configuration:
    """Settings by folder.

    `named` is a settings file that holds for every folder; `isolated` looks for none. `inline` are `key=value`
    settings and `last` the command line's own choice of rules: both beat every file. `exclude` are more globs,
    relative to `folder`, the absolute path that commands are given from. `default` holds where there is no file.
    """

    def __init__(
        self,
        folder: str,
        *,
        named: str | None = None,
        isolated: bool = False,
        inline: Sequence[str] = (),
        exclude: Sequence[str] = (),
        last: Layer | None = None,
    ) -> None:
        self._folder = folder
        self._inline = tuple(inline)
        self._exclude = (Globs(folder, tuple(exclude)),) if exclude else ()
        self._last = last or Layer()
        self._known: dict[str, Settings] = {}
        self.default = self._finished(Settings())
        self._fixed = self.default if isolated else None
        if named is not None:
            self._fixed = self._finished(self._read(os.path.abspath(os.path.join(folder, named)), (), whole=True))

    def at(self, folder: str) -> Settings:
        """The settings that hold in a folder, given as an absolute path. Raises `Refusal` where they are wrong."""
        if self._fixed is not None:
            return self._fixed
        passed: list[str] = []
        found: Settings | None = None
        while found is None:
            found = self._known.get(folder)
            if found is not None:
                break
            passed.append(folder)
            if _mentions(os.path.join(folder, FILE)):
                found = self._section(os.path.join(folder, FILE))
            above = os.path.dirname(folder)
            if found is None and above == folder:
                found = self.default
            folder = above
        self._known.update(dict.fromkeys(passed, found))
        return found

    def _section(self, path: str) -> Settings | None:
        found = self._read(path, (), whole=False)
        return self._finished(found) if found.source else None

    def _read(self, path: str, below: tuple[str, ...], whole: bool) -> Settings:
        """The settings of a file with those that it extends; without a source where it has no section."""
        from analyzer.settings.source import section_of  # noqa: PLC0415 - reading TOML is slow to import
        from analyzer.settings.table import applied, parent  # noqa: PLC0415 - as above

        shown = self._shown(path)
        raw = _contents(path, shown)
        whole = whole and os.path.basename(path) != FILE
        section = section_of(shown, os.path.dirname(path), raw, whole)
        if section is None:
            return Settings(source=shown if below else "")
        base = Settings()
        above = parent(section)
        if above is not None:
            if above in {path, *below}:
                problem = Problem("wrong-setting", "'extend' leads back to this file", section.place("extend"))
                raise Refusal([problem])
            base = self._read(above, (path, *below), whole=True)
        settings, problems = applied(section, base)
        if problems:
            raise Refusal(problems)
        return settings

    def _finished(self, settings: Settings) -> Settings:
        """The settings with what the command line says on top."""
        problems: list[Problem] = []
        if self._inline:
            from analyzer.settings.source import inline  # noqa: PLC0415 - reading TOML is slow to import
            from analyzer.settings.table import applied  # noqa: PLC0415 - as above

            for text in self._inline:
                settings, found = applied(inline(text, self._folder), settings)
                problems += found
        if problems:
            raise Refusal(problems)
        exclude = (*settings.exclude, *self._exclude)
        return settings._replace(layers=(*settings.layers, self._last), exclude=exclude)

    def _shown(self, path: str) -> str:
        inside = self._folder.rstrip(os.sep) + os.sep
        return path.removeprefix(inside)


def _mentions(path: str) -> bool:
    """Whether there is a settings file that speaks of chaindsl. What can't be read speaks of nothing."""
    try:
        # Not blocking: a name may be a pipe that nobody writes to.
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        return stat.S_ISREG(os.fstat(number).st_mode) and MENTION in os.read(number, FILE_SIZE)
    finally:
        os.close(number)


def _contents(path: str, shown: str) -> bytes:
    """The bytes of a settings file. Raises `Refusal` where there is none, or where it is no file of sensible size."""
    hint = ""
    try:
        about = os.stat(path)
        if not stat.S_ISREG(about.st_mode):
            reason, hint = "is no regular file", "name a file, or give a setting as key=value"
        elif about.st_size > FILE_SIZE:
            reason, hint = f"is larger than {FILE_SIZE} bytes", "put what is not of chaindsl elsewhere"
        else:
            with open(path, "rb") as file:
                return file.read(FILE_SIZE)
    except FileNotFoundError:
        reason, hint = "is not there", "name an existing file, or give a setting as key=value"
    except OSError as error:
        reason, hint = f"can't be read: {error.strerror}", "let your user read it"
    raise Refusal([Problem("unreadable-settings", f"the settings file {shown!r} {reason}", "", hint)])
