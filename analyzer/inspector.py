"""The source front end and the rules, put together for one file. It knows no other file of the sweep."""

from pathlib import Path

from analyzer.check import checked, parts_of
from analyzer.files import Source
from analyzer.inspection import Inspection
from analyzer.rules.registry import Find, load
from analyzer.source.disk import Disk
from analyzer.source.project import Project
from analyzer.source.text import text_of
from analyzer.source.trouble import Trouble

# Always looked for, since unknown parts are counted whether they are told or not.
UNKNOWN = "CD002"


class Inspector:
    """Inspects files; those with one limit of size share what they read of each other. `rules` finds rules by code."""

    def __init__(self, disk: Disk, rules: Find = load) -> None:
        self._disk = disk
        self._rules = rules
        self._projects: dict[int, Project] = {}

    def inspect(self, source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
        """Read one file and run the rules with these codes on it."""
        limit = source.settings.max_file_size
        project = self._projects.setdefault(limit, Project(max_bytes=limit, disk=self._disk))
        reading = project.read(Path(source.path), shown=source.shown, content=data)
        if reading.text is None and not reading.problems:
            return Inspection(parsed=False)
        findings, reading = checked(reading, self._rules(codes | {UNKNOWN}))
        cut = any(problem.trouble is not Trouble.GUARD for problem in reading.problems)
        return Inspection(
            # The comments of a file that can't be read can still silence what is said about it.
            text=text_of(data) if reading.text is None else reading.text,
            findings=tuple(one for one in findings if one.code in codes),
            flows=len(reading.flows),
            unknown=sum(one.code == UNKNOWN for one in findings),
            whole=not cut,
            parts=parts_of(reading),
        )
