"""What is to be compared: the words of a command line become two revisions, or two files, and the paths to look at."""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from chaindsl.review.changes.repository import Repository
from chaindsl.review.yaml_file import is_yaml

WORKING = "the working files"


@dataclass(frozen=True, slots=True)
class Files:
    """Two files, the old one first."""

    old: str
    new: str


@dataclass(frozen=True)
class Span:
    """Two revisions of a repository; `new` is None for the working files. The names are as given, ids cut short."""

    repository: Repository
    old: str
    new: str | None
    old_name: str
    new_name: str
    paths: tuple[str, ...] = ()


def span(words: Sequence[str], folder: Path) -> Files | Span:
    """Return what `[BASE[..HEAD]] [PATH…]` or `OLD NEW`, given in a folder, ask for.

    Without a base it is HEAD; without a head it is the working files. With three dots the base is the last commit
    that both have in common. Raises ChainDslError as `Repository` does.
    """
    if len(words) == 2 and all(_is_source(folder, word) for word in words):
        return Files(*words)
    repository = Repository.around(folder)
    if not words:
        return _with_base(repository, "HEAD", ())
    first, *rest = words
    if ".." in first and not _exists(folder, first):
        return _between(repository, first, tuple(rest))
    if repository.commit(first) is not None:
        return _with_base(repository, first, tuple(rest))
    if _exists(folder, first) or _was_there(repository, folder, first):
        return _with_base(repository, "HEAD", tuple(words))
    return _with_base(repository, first, tuple(rest))


def _with_base(repository: Repository, base: str, paths: tuple[str, ...]) -> Span:
    return Span(repository, repository.expect(base), None, _shown(base), WORKING, paths)


def _between(repository: Repository, words: str, paths: tuple[str, ...]) -> Span:
    dots = "..." if "..." in words else ".."
    names = [name or "HEAD" for name in words.split(dots, 1)]
    old, new = (repository.expect(name) for name in names)
    if dots == "...":
        old = repository.meeting(old, new)
    return Span(repository, old, new, _shown(names[0]), _shown(names[1]), paths)


def _shown(name: str) -> str:
    """A revision as it is called; a whole id is shortened."""
    return name[:10] if re.fullmatch(r"[0-9a-f]{40,}", name) else name


def _is_source(folder: Path, word: str) -> bool:
    return (word.endswith(".py") or is_yaml(word)) and _exists(folder, word) and (folder / word).is_file()


def _exists(folder: Path, word: str) -> bool:
    try:
        return os.path.lexists(folder / word)
    except ValueError:
        return False


def _was_there(repository: Repository, folder: Path, word: str) -> bool:
    """Whether a path that is gone was in the last commit."""
    head = repository.commit("HEAD")
    whole = Path(os.path.normpath(folder / word))
    if head is None or not whole.is_relative_to(repository.top):
        return False
    inner = whole.relative_to(repository.top).as_posix()
    return any(path == inner or path.startswith(f"{inner}/") for path in repository.files(head))
