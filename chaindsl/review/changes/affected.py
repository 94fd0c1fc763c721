"""Which files a change may matter to: those that differ, and those that import, or name, one that does.

Nothing is parsed here. Too many files cost time only; one too few would hide a change.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath

from analyzer.mention import imported
from chaindsl.review.changes.repository import LINK, SUBMODULE, Entry

Speaking = Callable[[list[str]], Iterable[str]]
"""From words to the Python files that hold one of them."""
Files = Mapping[str, Entry]
_PROJECT = "pyproject.toml"
_AT_ONCE = 400


def differing(old: Files, new: Files) -> list[str]:
    """Return the paths whose contents are not the same in both, sorted; what may be executed is no difference."""
    return sorted(path for path in {**old, **new} if _contents(old.get(path)) != _contents(new.get(path)))


def affected(
    changed: Iterable[str], old: Files, new: Files, speaking: Speaking, load: Callable[[str], bytes]
) -> list[str]:
    """Return the Python files, those that changed included, whose flows may differ, sorted.

    `speaking` searches a revision that has all files that did not change, and `load` returns the bytes of one of them.
    """
    changed = list(changed)
    found = {path for path in changed if path.endswith(".py") and _is_source(old, new, path)}
    words = _words(path for path in changed if _is_source(old, new, path))
    if any(PurePosixPath(path).name == _PROJECT and (path in old) != (path in new) for path in changed):
        # Where a project begins decides what imports mean.
        words.add("chaindsl")
    searched: set[str] = set()
    while words - searched:
        wanted = sorted(words - searched)
        searched |= words
        for path in _holding(wanted, speaking):
            if path not in found and _may_depend(load(path), words):
                found.add(path)
                words |= _words([path])
    return sorted(found)


def _contents(entry: Entry | None) -> tuple[bool, str] | None:
    return None if entry is None else (entry.mode == LINK, entry.oid)


def _is_source(old: Files, new: Files, path: str) -> bool:
    return any(entry is not None and entry.mode not in (SUBMODULE, LINK) for entry in (old.get(path), new.get(path)))


def _words(paths: Iterable[str]) -> set[str]:
    """What others call these files by: modules by their name, packages by their folder's, all else by the file's."""
    found = set()
    for path in paths:
        whole = PurePosixPath(path)
        if whole.suffix != ".py":
            found.add(whole.name)
        else:
            found.add(whole.parent.name if whole.stem == "__init__" else whole.stem)
    return {word for word in found if word and "\n" not in word}


def _holding(words: list[str], speaking: Speaking) -> set[str]:
    return {path for at in range(0, len(words), _AT_ONCE) for path in speaking(words[at : at + _AT_ONCE])}


def _may_depend(data: bytes, words: set[str]) -> bool:
    """Whether a file imports a module of these names, takes one out of a package, or names another file."""
    names = {os.fsencode(word) for word in words}
    if not names.isdisjoint(imported(data)):
        return True
    return any((name if b"." in name else b"." + name) in data for name in names)
