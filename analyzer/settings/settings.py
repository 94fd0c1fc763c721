"""The settings that hold for one file, however they came together. Plain data, and the globs that they hold."""

import os
from functools import cache
from typing import NamedTuple

from analyzer.pattern import Patterns

MAX_FILE_SIZE = 512 * 1024


class Globs(NamedTuple):
    """Patterns as `.gitignore` spells them, relative to the folder `root` and matched only below it."""

    root: str
    patterns: tuple[str, ...]

    def match(self, path: str, folder: bool = False) -> bool:
        """Whether the absolute `path` is matched itself."""
        inside = self.root.rstrip(os.sep) + os.sep
        return path.startswith(inside) and bool(_compiled(self.patterns).verdict(path[len(inside) :], folder))

    def cover(self, path: str) -> bool:
        """Whether the file at the absolute `path`, or a folder that it lies in, is matched."""
        inside = self.root.rstrip(os.sep) + os.sep
        return path.startswith(inside) and _compiled(self.patterns).covers(path[len(inside) :])


@cache
def _compiled(patterns: tuple[str, ...]) -> Patterns:
    """The patterns, ready to match."""
    return Patterns(patterns)


class Selector(NamedTuple):
    """A code, a prefix of codes, a rule's name, or `ALL`; and where it was written, as `file:line`."""

    text: str
    place: str = ""


class Layer(NamedTuple):
    """What one source says of which rules run; a later layer beats an earlier one."""

    select: tuple[Selector, ...] | None = None
    extend_select: tuple[Selector, ...] = ()
    ignore: tuple[Selector, ...] = ()

    @property
    def names(self) -> tuple[Selector, ...]:
        """All selectors of the layer."""
        return (*(self.select or ()), *self.extend_select, *self.ignore)


class Settings(NamedTuple):
    """What holds for the files of a folder. `source` is the file that it was read from; severities are names."""

    source: str = ""
    layers: tuple[Layer, ...] = ()
    per_file_ignores: tuple[tuple[Globs, tuple[Selector, ...]], ...] = ()
    exclude: tuple[Globs, ...] = ()
    max_file_size: int = MAX_FILE_SIZE
    severity: tuple[tuple[Selector, str], ...] = ()

    @property
    def selective(self) -> bool:
        """Whether it names any rule."""
        return bool(self.per_file_ignores or self.severity or any(layer.names for layer in self.layers))

    def excludes(self, path: str, folder: bool = False) -> bool:
        """Whether a walk leaves out the absolute `path`."""
        return any(globs.match(path, folder) for globs in self.exclude)

    def covers(self, path: str) -> bool:
        """Whether a walk from the top would not reach the file at the absolute `path`."""
        return any(globs.cover(path) for globs in self.exclude)

    def ignored_at(self, path: str) -> tuple[Selector, ...]:
        """What `per-file-ignores` silences in the file at the absolute `path`."""
        return tuple(
            selector for globs, selectors in self.per_file_ignores if globs.cover(path) for selector in selectors
        )
