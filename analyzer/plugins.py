"""Rules from other packages: those that are installed with this Python and name them under `chaindsl.rules`.

Whoever wrote the tree that is checked must not be able to run code here. So neither metadata nor modules that lie in it
count, whatever the path says; only folders that Python itself installs packages in may lie there.
"""

import os
import site
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from analyzer.pluginrule import PluginRule, fault, loaded, reason
from analyzer.refusal import Problem, Refusal
from analyzer.rules.registry import RULES, Loaded

GROUP = "chaindsl.rules"
_ENDINGS = (".dist-info", ".egg-info")
_FILE = "entry_points.txt"
_HINT = "repair or uninstall that package"


class Entry(NamedTuple):
    """What a package says of one rule: the code, the module that has it, and which package this is."""

    code: str
    module: str
    package: str
    version: str

    @property
    def told(self) -> str:
        """How messages call it."""
        return f"rule {self.code} of {self.package}"


class Plugins:
    """The rules of installed packages. `trees` are the files and folders that are checked."""

    def __init__(self, trees: Iterable[str] = ()) -> None:
        self._trees = [os.path.realpath(tree) for tree in trees]

    @cached_property
    def rules(self) -> dict[str, PluginRule]:
        """The rules by code. Raises `Refusal` with everything that is wrong with any of them."""
        entries = list(self._entries())
        found: dict[str, PluginRule] = {}
        problems: list[Problem] = []
        for entry in entries:
            problem = self._load(entry, entries, found)
            if problem:
                problems.append(Problem("broken-plugin", f"{entry.told} {problem}", "", _HINT))
        if problems:
            raise Refusal(problems)
        return found

    def load(self, codes: Iterable[str]) -> list[Loaded]:
        """Return those of the rules that have one of these codes."""
        wanted = set(codes)
        return [one.loaded for code, one in sorted(self.rules.items()) if code in wanted]

    @property
    def marks(self) -> list[str]:
        """What tells these rules, as they are on the disk, from all others."""
        return [mark for _, one in sorted(self.rules.items()) for mark in one.marks()]

    def _load(self, entry: Entry, entries: list[Entry], found: dict[str, PluginRule]) -> str:
        """Add the rule of an entry; return what is wrong with it, or nothing."""
        names = {known.name for known in RULES.values()} | {one.loaded.rule.name for one in found.values()}
        owners = {other.package for other in entries if other.code[:-3] == entry.code[:-3]}
        problem = fault(entry.code, owners) or self._strange(entry.module)
        if problem:
            return problem
        try:
            rule = loaded(entry.code, entry.module, entry.told, names)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a package's code raises ends as one line
            return f"can't be loaded: {reason(error)}"
        if isinstance(rule, str):
            return rule
        if entry.code in found:
            return "is there twice"
        found[entry.code] = PluginRule(rule, entry.package, entry.version, entry.module)
        return ""

    def _entries(self) -> Iterator[Entry]:
        """What the packages say, each package once: the one that comes first on the path counts."""
        folders = [folder for place in sys.path if self._counts(place or os.curdir) for folder in _metadata(place)]
        if not folders:
            return
        from importlib.metadata import Distribution  # noqa: PLC0415 - slow to import, and seldom needed

        seen: set[str] = set()
        for folder in folders:
            package = Distribution.at(folder)
            name = str(package.metadata["Name"] or os.path.basename(folder))
            if name.lower() not in seen:
                seen.add(name.lower())
                for entry in package.entry_points.select(group=GROUP):
                    yield Entry(entry.name, entry.value.strip(), name, str(package.metadata["Version"]))

    def _counts(self, place: str) -> bool:
        """Whether a folder or file may hold rules: it lies in no checked tree, or packages are installed there."""
        real = os.path.realpath(place)
        return any(_inside(real, one) for one in _installed()) or not any(_inside(real, one) for one in self._trees)

    def _strange(self, module: str) -> str:
        """What is wrong with where a module would be imported from; nothing of it has run when this is known."""
        from importlib.util import find_spec  # noqa: PLC0415 - as above

        top = module.partition(".")[0]
        try:
            spec = find_spec(top)
        except (ImportError, ValueError, AttributeError) as error:
            return f"can't be loaded: {reason(error)}"
        if spec is None:
            return f"can't be loaded: there is no module {top!r}"
        places = [*(spec.submodule_search_locations or ()), *([spec.origin] if spec.has_location else ())]
        inside = [place for place in places if place is not None and not self._counts(place)]
        return f"lies in what is checked ({inside[0]}), which is never imported" if inside else ""


def _metadata(place: str) -> Iterator[str]:
    """The metadata of the packages in a folder that may have rules."""
    try:
        with os.scandir(place or os.curdir) as entries:
            names = sorted(entry.name for entry in entries if entry.name.endswith(_ENDINGS))
    except OSError:
        return
    for name in names:
        folder = os.path.join(place or os.curdir, name)
        try:
            with open(os.path.join(folder, _FILE), "rb") as file:
                if GROUP.encode() in file.read():
                    yield folder
        except OSError:
            continue


def _installed() -> list[str]:
    """The folders that packages are installed in."""
    folders = [*site.getsitepackages(), *([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])]
    return [os.path.realpath(folder) for folder in folders]


def _inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
