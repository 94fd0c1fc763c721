"""What one side of a comparison says: its flows with facts about them, findings, and what could not be read."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from analyzer.check import check_reading
from analyzer.coverage import Coverage
from analyzer.facts.depth import shallow
from analyzer.facts.flow_facts import FlowFacts
from analyzer.files import Skipped, Source
from analyzer.finding import Finding
from analyzer.inspection import Inspection
from analyzer.inspector import UNKNOWN
from analyzer.mention import Mentions
from analyzer.refusal import Problem as Refused
from analyzer.refusal import Refusal
from analyzer.rules.registry import RULES
from analyzer.settings.settings import Settings
from analyzer.source.project import Project
from analyzer.source.reading import Problem, SourceFlow
from analyzer.source.text import text_of
from analyzer.source.trouble import Trouble, TroubleError
from analyzer.sweep import Engine, sweep
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Chain, Flow, Hole
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.review.changes.exact import digest
from chaindsl.review.changes.revision import Revision
from chaindsl.review.yaml_file import is_yaml

_LONGEST = 64 * 1024 * 1024


@dataclass(frozen=True)
class FlowAt:
    """A flow and the file that it is made in, by its path as it is shown.

    `menus` has, of a flow of YAML, the branches of each transition: what has to hold, and where it leads then.
    """

    file: str
    source: SourceFlow
    menus: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)

    @cached_property
    def graph(self) -> Flow:
        """The flow itself; of one that is nested too deeply, its name and a hole that tells it from others."""
        whole = self.source.graph
        found = shallow(whole)
        if found is whole:
            return whole
        hole = Hole(Unknown(Why.OPAQUE, f"nested too deeply, or too much of it: {digest(whole)}"), many=True)
        return replace(found, body=Chain((hole,)))

    @property
    def name(self) -> str:
        """The flow's name, or that of its variable where it is not known; empty for one that has neither."""
        return self.graph.name if isinstance(self.graph.name, str) else next(iter(self.source.symbols), "")

    @cached_property
    def facts(self) -> FlowFacts:
        """What is known about the flow."""
        return FlowFacts(self.graph, self.source)

    @property
    def place(self) -> str:
        """Where it is made, as `file:line`."""
        return str(self.graph.place) if self.graph.place is not None else self.file


@dataclass
class Snapshot:
    """The flows of one side, in the order of the source, and what was found in their files."""

    flows: list[FlowAt] = field(default_factory=list)
    findings: tuple[Finding, ...] = ()
    unreadable: list[Problem] = field(default_factory=list)
    failures: tuple[Skipped, ...] = ()


class _Reader:
    """Inspects files as `check` does, and keeps the flows."""

    def __init__(self, revision: Revision, engine: Engine) -> None:
        self._revision = revision
        self._engine = engine
        self._projects: dict[int, Project] = {}
        self.snapshot = Snapshot()

    def inspect(self, source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
        """Read one file, run the rules with these codes on it, and note its flows."""
        if is_yaml(source.shown):
            return self._inspect_yaml(source, data, codes)
        limit = source.settings.max_file_size
        project = self._projects.setdefault(limit, Project(max_bytes=limit, disk=self._revision.disk))
        reading = project.read(self._revision.path(source.shown), shown=source.shown, content=data)
        if reading.text is None and not reading.problems:
            return Inspection(parsed=False)
        if reading.text is None:
            self.snapshot.unreadable += reading.problems
        self.snapshot.flows += (FlowAt(source.shown, flow) for flow in reading.flows)
        found = check_reading(reading, codes & RULES.keys() | {UNKNOWN}, fixes=False)
        return Inspection(
            text=text_of(data) if reading.text is None else reading.text,
            findings=tuple(one for one in found if one.code in codes),
            flows=len(reading.flows),
            whole=all(problem.trouble is Trouble.GUARD for problem in reading.problems),
        )

    def _inspect_yaml(self, source: Source, data: bytes, codes: frozenset[str]) -> Inspection:
        # What YAML takes is not loaded for a project without any.
        from chaindsl.review.yaml_flows import yaml_flows  # noqa: PLC0415 - see above

        try:
            found = yaml_flows(data, source.path, source.shown)
        except ChainDslError as error:
            # Without what reads YAML nothing can be said of gates in it.
            hint = error.issue.hint or ""
            raise Refusal([Refused(error.code, error.issue.message, source.shown, hint)]) from None
        self.snapshot.unreadable += found.problems
        self.snapshot.flows += (FlowAt(source.shown, flow.source, flow.menus) for flow in found.flows)
        return self._engine.inspect(source, data, codes) if found.flows else Inspection(parsed=False)


def read(revision: Revision, paths: Iterable[str], settings: Callable[[str], Settings], engine: Engine) -> Snapshot:
    """Return what these files of a revision say; `settings` are those of a file, by its path.

    `engine` inspects files of YAML as well.
    """
    reader = _Reader(revision, engine)
    seen = Mentions()
    for path in paths:
        if path in revision.files:
            whole = revision.path(path)
            source = Source(str(whole), path, settings(path))
            try:
                seen.files.append((source, revision.disk.load(whole, _LONGEST)))
            except TroubleError as error:
                reader.snapshot.unreadable.append(error.problem(path))
    outcome = sweep(seen, Coverage(), str(revision.top), replace(engine, inspect=reader.inspect))
    reader.snapshot.findings = outcome.findings
    reader.snapshot.failures = outcome.failures
    return reader.snapshot
