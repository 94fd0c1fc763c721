"""What the check command runs: the rules that there are, and what inspects a file or remembers what was found in it."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from analyzer.cache.memory import Memory
from analyzer.files import Source
from analyzer.inspection import Inspection, Inspects
from analyzer.rules.registry import RULES, load
from analyzer.settings.selection import Catalogue
from analyzer.source.disk import Disk
from analyzer.sweep import Engine


def engine(folder: str | None = None) -> Engine:
    """Return the rules and what runs them; one engine remembers the modules that it has read.

    What it finds is kept in `folder` for the next one, and not at all without.
    """
    names = {code: entry.name for code, entry in RULES.items()}
    default = frozenset(code for code, entry in RULES.items() if entry.default)
    return Engine(Catalogue(names, default), _Engine(folder).inspect, _pages)


class _Engine:
    """Inspects files, as far as it is not known what this would find."""

    def __init__(self, folder: str | None) -> None:
        self._disk = Disk()
        self._memory = None if folder is None else Memory(folder, self._disk)

    @cached_property
    def _inspector(self) -> Inspects:
        # Where all is known, neither the front end nor a rule is loaded.
        from analyzer.inspector import Inspector  # noqa: PLC0415 - see above

        return Inspector(self._disk)

    def inspect(self, source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
        """Return what the rules with these codes find in a file."""
        if self._memory is None:
            return self._inspector.inspect(source, data, codes)
        known = self._memory.recall(source, data, codes)
        if known is not None:
            return known
        with self._disk.watched() as asked:
            found = self._inspector.inspect(source, data, codes)
        self._memory.keep(source, data, codes, found, asked)
        return found


def _pages(codes: Iterable[str]) -> Mapping[str, str]:
    return {loaded.rule.code: loaded.page for loaded in load(codes)}
