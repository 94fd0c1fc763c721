"""What the check command runs: the source front end and the rules, put together for one sweep over files."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from analyzer.check import check_reading
from analyzer.files import Source
from analyzer.inspection import Inspection
from analyzer.rules.registry import RULES, load
from analyzer.settings.selection import Catalogue
from analyzer.source.project import Project
from analyzer.source.trouble import Trouble
from analyzer.sweep import Engine

# Always looked for, since unknown parts are counted whether they are told or not.
UNKNOWN = "CD002"


def engine() -> Engine:
    """Return the rules and what runs them; one engine remembers the modules that it has read."""
    names = {code: entry.name for code, entry in RULES.items()}
    default = frozenset(code for code, entry in RULES.items() if entry.default)
    return Engine(Catalogue(names, default), _Inspector().inspect, _pages)


class _Inspector:
    """Inspects files; those with one limit of size share what they read of each other."""

    def __init__(self) -> None:
        self._projects: dict[int, Project] = {}

    def inspect(self, source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
        """Read one file and run the rules with these codes on it."""
        limit = source.settings.max_file_size
        project = self._projects.setdefault(limit, Project(max_bytes=limit))
        reading = project.read(Path(source.path), shown=source.shown, content=data)
        if reading.text is None and not reading.problems:
            return Inspection(parsed=False)
        findings = check_reading(reading, codes | {UNKNOWN})
        cut = any(problem.trouble is not Trouble.GUARD for problem in reading.problems)
        return Inspection(
            # The comments of a file that can't be read can still silence what is said about it.
            text=data.decode("utf-8", "replace") if reading.text is None else reading.text,
            findings=tuple(one for one in findings if one.code in codes),
            flows=len(reading.flows),
            unknown=sum(one.code == UNKNOWN for one in findings),
            whole=not cut,
        )


def _pages(codes: Iterable[str]) -> Mapping[str, str]:
    return {loaded.rule.code: loaded.page for loaded in load(codes)}
