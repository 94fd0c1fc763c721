"""What the check command runs: the rules that there are, and what inspects a file or remembers what was found in it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from analyzer.cache.memory import Memory
from analyzer.files import Source
from analyzer.inspection import Inspection, Inspects
from analyzer.plugins import Plugins
from analyzer.rules.registry import RULES, Loaded, load
from analyzer.settings.selection import Catalogue
from analyzer.source.disk import Disk
from analyzer.sweep import Engine


def engine(folder: str | None = None, plugins: Plugins | None = None) -> Engine:
    """Return the rules and what runs them; one engine remembers the modules that it has read.

    What it finds is kept in `folder` for the next one, and not at all without. `plugins` are rules of other packages.
    Raises `Refusal` where one of these is broken.
    """
    rules = _Rules(plugins)
    return Engine(rules.catalogue(), _Engine(folder, rules).inspect, rules.pages, rules)


class _Rules:
    """The rules of this package and those of others."""

    def __init__(self, plugins: Plugins | None) -> None:
        self._plugins = plugins
        self.marks = [] if plugins is None else plugins.marks

    def __call__(self, codes: Iterable[str]) -> Sequence[Loaded]:
        wanted = set(codes)
        return [*load(wanted & RULES.keys()), *([] if self._plugins is None else self._plugins.load(wanted))]

    def catalogue(self) -> Catalogue:
        """Their names, and which run by default."""
        others = {} if self._plugins is None else self._plugins.rules
        names = {code: entry.name for code, entry in RULES.items()}
        names |= {code: one.loaded.rule.name for code, one in others.items()}
        default = [code for code, entry in RULES.items() if entry.default]
        default += [code for code, one in others.items() if one.loaded.rule.default]
        return Catalogue(names, frozenset(default))

    def pages(self, codes: Iterable[str]) -> Mapping[str, str]:
        """What rules say of themselves, by code."""
        return {loaded.rule.code: loaded.page for loaded in self(codes)}


class _Engine:
    """Inspects files, as far as it is not known what this would find."""

    def __init__(self, folder: str | None, rules: _Rules) -> None:
        self._disk = Disk()
        self._rules = rules
        self._memory = None if folder is None else Memory(folder, self._disk, rules.marks)

    @cached_property
    def _inspector(self) -> Inspects:
        # Where all is known, neither the front end nor a rule is loaded.
        from analyzer.inspector import Inspector  # noqa: PLC0415 - see above

        return Inspector(self._disk, self._rules)

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
