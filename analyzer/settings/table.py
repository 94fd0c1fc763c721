"""Every setting of `[tool.chaindsl]`: its name, what it may be, and how it is added to what held before."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from analyzer.finding import Severity
from analyzer.refusal import Problem, nearest
from analyzer.settings.settings import MAX_FILE_SIZE, Globs, Layer, Selector, Settings

WORD = re.compile(r"""^\s*(?P<start>[\w-]+)(?=[ =.])|"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)'""")
MOST_PROBLEMS = 50
"""How many things wrong with one section are told one by one."""
SEVERITIES = tuple(severity.value for severity in Severity)


@dataclass(frozen=True)
class Section:
    """One set of values: where they were written, and the folder that their globs are relative to."""

    file: str
    text: str
    root: str
    values: Mapping[str, object]

    def place(self, word: str) -> str:
        """Where `word` stands in the file; values know no lines, so it is the first line that quotes it."""
        return f"{self.file}:{self._lines.get(word, 1)}" if self.file else ""

    @cached_property
    def _lines(self) -> dict[str, int]:
        """The first line that starts with a word, or quotes it."""
        found: dict[str, int] = {}
        for number, line in enumerate(self.text.split("\n"), 1):
            for match in WORD.finditer(line):
                found.setdefault(match["start"] or match["double"] or match["single"] or "", number)
        return found


class Wrong(Exception):
    """A value that a setting can't have; the message says what it must be."""


Reader = Callable[[Section, object, Settings], Settings]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: what it must be, in JSON Schema, what it does, and how its value is read."""

    schema: Mapping[str, object]
    help: str
    read: Reader


def _words(value: object, kind: str = "a list of strings") -> tuple[str, ...]:
    """The value as strings."""
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise Wrong(f"must be {kind}, not {_shown(value)}")
    return tuple(value)


def _shown(value: object) -> str:
    """The value as a reader of TOML knows it, cut when it is long."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _selectors(section: Section, value: object) -> tuple[Selector, ...]:
    """The value as selectors of rules."""
    return tuple(Selector(text, section.place(text)) for text in _words(value, "a list of codes, prefixes or names"))


def _pairs(value: object, kind: str) -> list[tuple[str, object]]:
    """The value as a table."""
    if not isinstance(value, dict):
        raise Wrong(f"must be {kind}, not {_shown(value)}")
    return list(value.items())


def _top(settings: Settings, **changes: tuple[Selector, ...]) -> Settings:
    """The settings with the layer that is being read changed."""
    *below, layer = settings.layers
    return settings._replace(layers=(*below, layer._replace(**changes)))


def _read_select(section: Section, value: object, settings: Settings) -> Settings:
    return _top(settings, select=_selectors(section, value))


def _read_extend_select(section: Section, value: object, settings: Settings) -> Settings:
    return _top(settings, extend_select=_selectors(section, value))


def _read_ignore(section: Section, value: object, settings: Settings) -> Settings:
    return _top(settings, ignore=_selectors(section, value))


def _read_per_file_ignores(section: Section, value: object, settings: Settings) -> Settings:
    kind = "a table of globs, each with a list of codes, prefixes or names"
    added = tuple((Globs(section.root, (glob,)), _selectors(section, ignored)) for glob, ignored in _pairs(value, kind))
    return settings._replace(per_file_ignores=settings.per_file_ignores + added)


def _read_exclude(section: Section, value: object, settings: Settings) -> Settings:
    globs = Globs(section.root, _words(value, "a list of globs"))
    return settings._replace(exclude=(*settings.exclude, globs))


def _read_max_file_size(_: Section, value: object, settings: Settings) -> Settings:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise Wrong(f"must be a number of bytes, at least 1, not {_shown(value)}")
    return settings._replace(max_file_size=value)


def _read_severity(section: Section, value: object, settings: Settings) -> Settings:
    added = []
    for rule, severity in _pairs(value, "a table of codes, prefixes or names, each with a severity"):
        if severity not in SEVERITIES:
            raise Wrong(f"gives {rule!r} the severity {_shown(severity)}, which is none of {', '.join(SEVERITIES)}")
        added.append((Selector(rule, section.place(rule)), str(severity)))
    return settings._replace(severity=settings.severity + tuple(added))


def _read_extend(_: Section, value: object, settings: Settings) -> Settings:
    """`extend` was followed before the rest was read; here it is only looked at."""
    if not isinstance(value, str) or not value:
        raise Wrong(f"must be the path of a settings file, not {_shown(value)}")
    return settings


_WORD = {"type": "string", "minLength": 1}
_WORDS = {"type": "array", "items": _WORD}
_IGNORES = {"type": "object", "additionalProperties": _WORDS}
_SEVERITIES = {"type": "object", "additionalProperties": {"enum": list(SEVERITIES)}}
_BYTES = {"type": "integer", "minimum": 1, "default": MAX_FILE_SIZE}

SETTINGS: dict[str, Setting] = {
    "extend": Setting(_WORD, "A settings file whose settings hold unless these say otherwise.", _read_extend),
    "select": Setting(_WORDS, "The rules that run, instead of the default ones.", _read_select),
    "extend-select": Setting(_WORDS, "Rules that run as well.", _read_extend_select),
    "ignore": Setting(_WORDS, "Rules that don't run.", _read_ignore),
    "per-file-ignores": Setting(_IGNORES, "Rules that don't run in files that match a glob.", _read_per_file_ignores),
    "exclude": Setting(_WORDS, "Files and folders that are not checked.", _read_exclude),
    "max-file-size": Setting(_BYTES, "The largest file that is read; a larger one is CD001.", _read_max_file_size),
    "severity": Setting(_SEVERITIES, "Rules with another severity than their own.", _read_severity),
}


def applied(section: Section, base: Settings) -> tuple[Settings, list[Problem]]:
    """Add a section to the settings that held before; return also all that is wrong with it."""
    settings = base._replace(source=section.file or base.source, layers=(*base.layers, Layer()))
    problems: list[Problem] = []
    for number, (name, value) in enumerate(section.values.items()):
        if len(problems) == MOST_PROBLEMS:
            left = len(section.values) - number
            problems.append(Problem("wrong-setting", f"{left} more settings were not looked at", f"{section.file}:1"))
            break
        place = section.place(name)
        if name not in SETTINGS:
            hint = nearest(name, SETTINGS) or f"there are {', '.join(sorted(SETTINGS))}"
            problems.append(Problem("unknown-setting", f"there is no setting {name!r}", place, hint))
            continue
        try:
            settings = SETTINGS[name].read(section, value, settings)
        except Wrong as wrong:
            problems.append(Problem("wrong-setting", f"{name!r} {wrong}", place))
    return settings, problems


def parent(section: Section) -> str | None:
    """The file that the section extends, as an absolute path."""
    value = section.values.get("extend")
    return os.path.abspath(os.path.join(section.root, value)) if isinstance(value, str) and value else None
