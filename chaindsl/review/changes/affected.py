"""Which files a change may matter to: those that differ, and those that import, or name, one that does.

Nothing is parsed here. Too many files cost time only; one too few would hide a change.
"""

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

from analyzer.mention import imported
from chaindsl.review.changes.repository import LINK, SUBMODULE, Entry
from chaindsl.review.yaml_file import ENDINGS

Speaking = Callable[[list[str]], Iterable[str]]
"""From words to the Python files that hold one of them."""
Files = Mapping[str, Entry]
_PROJECT = "pyproject.toml"
_AT_ONCE = 400
_RELATIVE = b"."
"""Stands among the words of imports for one that begins with a dot."""


def differing(old: Files, new: Files) -> list[str]:
    """Return the paths whose contents are not the same in both, sorted; what may be executed is no difference."""
    return sorted(path for path in {**old, **new} if _contents(old.get(path)) != _contents(new.get(path)))


def affected(
    changed: Iterable[str], old: Files, new: Files, speaking: Speaking, load: Callable[[str], bytes]
) -> list[str]:
    """Return the files, those that changed included, whose flows may differ, sorted. No YAML depends on another file.

    `speaking` searches a revision that has all files that did not change, and `load` returns the bytes of one of them.
    """
    changed = list(changed)
    found = {path for path in changed if path.endswith((".py", *ENDINGS)) and _is_source(old, new, path)}
    files = {**old, **new}
    known = {_called(path, files) for path in changed if _is_source(old, new, path)}
    if any(PurePosixPath(path).name == _PROJECT and (path in old) != (path in new) for path in changed):
        # Where a project begins decides what imports mean.
        known.add(Called("chaindsl"))
    searched: set[Called] = set()
    while wanted := known - searched:
        searched |= wanted
        for path in _holding(sorted({one.name for one in wanted} - {""}), speaking):
            if path not in found and _may_depend(path, load(path), known):
                found.add(path)
                known.add(_called(path, files))
    return sorted(found)


def _contents(entry: Entry | None) -> tuple[bool, str] | None:
    return None if entry is None else (entry.mode == LINK, entry.oid)


def _is_source(old: Files, new: Files, path: str) -> bool:
    return any(entry is not None and entry.mode not in (SUBMODULE, LINK) for entry in (old.get(path), new.get(path)))


class Called(NamedTuple):
    """What others call a file by: a module's or a package's name with that of the package around, or a file's name."""

    name: str
    package: str = ""


def _called(path: str, files: Collection[str]) -> Called:
    whole = PurePosixPath(path)
    if whole.suffix != ".py":
        return Called(whole.name if "\n" not in whole.name else "")
    module = whole.parent if whole.stem == "__init__" else whole.with_suffix("")
    around = module.parent
    # Imports start at a project file and in its `src`: from there a module goes by its name alone.
    inside = f"{around}/__init__.py" in files and f"{around}/{_PROJECT}" not in files and around.name != "src"
    return Called(module.name, around.name if inside else "")


def _holding(words: list[str], speaking: Speaking) -> set[str]:
    return {path for at in range(0, len(words), _AT_ONCE) for path in speaking(words[at : at + _AT_ONCE])}


def _may_depend(path: str, data: bytes, known: Iterable[Called]) -> bool:
    """Whether a file imports one of these modules, takes one out of a package, or names another file."""
    spoken = imported(data)
    near = PurePosixPath(path).parent.name
    for name, package in known:
        word = os.fsencode(name)
        held = bool(word) and (word in spoken or (word if b"." in word else b"." + word) in data)
        if held and (not package or package == near or _RELATIVE in spoken or os.fsencode(package) in spoken):
            return True
    return False
