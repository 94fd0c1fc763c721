"""Reads a project for review: its flows, and what the rules find in them, by the project's own settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.coverage import Coverage
from analyzer.engine import engine
from analyzer.files import Finder, Source
from analyzer.finding import Finding
from analyzer.mention import mentions
from analyzer.settings.configuration import Configuration
from analyzer.source.project import Project
from analyzer.source.reading import Problem, Reading, SourceFlow
from analyzer.sweep import Engine, sweep
from chaindsl.review.yaml_file import is_yaml, with_yaml_files


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


def view_project(paths: Sequence[str], folder: str, checker: Engine | None = None) -> ProjectView:
    """Read the files and folders of `paths`, relative to an absolute folder; without any the folder itself.

    Files of YAML are read where they are named; `checker` checks them as well. Raises Refusal for a path that is not
    there.
    """
    listing = Finder(Configuration(folder), folder).find(tuple(paths) or (".",))
    seen = with_yaml_files(listing, mentions(listing))
    project = Project()
    files: list[FlowFile] = []
    problems: list[Problem] = []
    for source, data in seen.files:
        one, wrong = _yaml(source, data) if is_yaml(source.shown) else _python(project, source, data)
        files += [one] if one.flows else []
        problems += wrong
    checker = checker or engine()
    outcome = sweep(seen, Coverage(seen.looked, len(seen.files), 0, 0, (), 0), folder, checker)
    return ProjectView(tuple(files), outcome.findings, tuple(problems), seen.looked)


def _yaml(source: Source, data: bytes) -> tuple[FlowFile, tuple[Problem, ...]]:
    # What YAML takes is not loaded for a project without any.
    from chaindsl.review.yaml_flows import yaml_flows  # noqa: PLC0415 - see above

    found = yaml_flows(data, source.path, source.shown)
    return FlowFile(source.shown, found.text, tuple(one.source for one in found.flows)), found.problems


def _python(project: Project, source: Source, data: bytes) -> tuple[FlowFile, tuple[Problem, ...]]:
    reading = project.read(Path(source.path), shown=source.shown, content=data)
    return _file(reading), reading.problems


def _file(reading: Reading) -> FlowFile:
    own = tuple(flow for flow in reading.flows if flow.graph.place is None or flow.graph.place.file == reading.file)
    return FlowFile(reading.file, reading.text or "", own)
