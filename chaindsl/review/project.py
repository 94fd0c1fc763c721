"""Reads a project for review: its flows, and what the rules find in them, by the project's own settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.coverage import Coverage
from analyzer.engine import engine
from analyzer.files import Finder
from analyzer.finding import Finding
from analyzer.mention import mentions
from analyzer.settings.configuration import Configuration
from analyzer.source.project import Project
from analyzer.source.reading import Problem, Reading, SourceFlow
from analyzer.sweep import sweep


@dataclass(frozen=True)
class FlowFile:
    """One file with flows: its name as it is shown, its text, its flows in order."""

    shown: str
    text: str
    flows: tuple[SourceFlow, ...]


@dataclass(frozen=True)
class ProjectView:
    """The files that hold flows, what was found in them, and what could not be read."""

    files: tuple[FlowFile, ...]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    looked: int


def view_project(paths: Sequence[str], folder: str) -> ProjectView:
    """Read the files and folders of `paths`, relative to an absolute folder; without any the folder itself.

    Raises Refusal for a path that is not there.
    """
    finder = Finder(Configuration(folder), folder)
    seen = mentions(finder.find(tuple(paths) or (".",)))
    project = Project()
    readings = [project.read(Path(source.path), shown=source.shown, content=data) for source, data in seen.files]
    outcome = sweep(seen, Coverage(seen.looked, len(seen.files), 0, 0, (), 0), folder, engine())
    files = tuple(_file(reading) for reading in readings if reading.flows)
    problems = tuple(problem for reading in readings for problem in reading.problems)
    return ProjectView(files, outcome.findings, problems, seen.looked)


def _file(reading: Reading) -> FlowFile:
    own = tuple(flow for flow in reading.flows if flow.graph.place is None or flow.graph.place.file == reading.file)
    return FlowFile(reading.file, reading.text or "", own)
