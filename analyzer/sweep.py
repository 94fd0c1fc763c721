"""One pass over the files of a check: each is read once, and what is found passes settings and suppressions.

It knows neither rules nor how source becomes graphs: that comes in as a function, loaded only if some file needs it.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from analyzer.coverage import Coverage
from analyzer.files import Skipped, Source
from analyzer.finding import Finding, Severity
from analyzer.inspection import Inspect, Inspection
from analyzer.mention import Mentions
from analyzer.outcome import Outcome
from analyzer.refusal import Problem, Refusal
from analyzer.settings.selection import Catalogue, requested, selected, severity_of, unknown
from analyzer.settings.settings import Settings
from analyzer.suppression import CODE as UNUSED
from analyzer.suppression import Suppressions
from chaindsl.graph.place import Place

OF_WHOLE_FLOWS = "CD304"
"""The rule that is silent about a flow that is a part of another one, which only that one's file knows."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The rules that there are, what runs them, what they say of themselves, by code, and who finds them."""

    catalogue: Catalogue
    inspect: Inspect
    pages: Callable[[Iterable[str]], Mapping[str, str]]
    rules: Callable[[Iterable[str]], Sequence[Any]]


@dataclass(slots=True)
class _Run:
    """What is known of the files so far."""

    engine: Engine
    folder: str
    sources: dict[str, Source] = field(default_factory=dict)
    inspections: dict[str, Inspection] = field(default_factory=dict)
    failures: list[Skipped] = field(default_factory=list)
    chosen: dict[tuple[int, str], frozenset[str]] = field(default_factory=dict)

    def codes(self, source: Source) -> frozenset[str]:
        """The codes of the rules that run on a file."""
        key = (id(source.settings), source.path if source.settings.per_file_ignores else "")
        if key not in self.chosen:
            catalogue = self.engine.catalogue
            ignored = source.settings.ignored_at(source.path)
            without = frozenset(code for one in ignored for code in catalogue.codes(one.text))
            self.chosen[key] = selected(source.settings.layers, catalogue) - without
        return self.chosen[key]

    def requested(self, source: Source) -> frozenset[str]:
        """The codes of those of these rules that somebody selected."""
        return self.codes(source) & requested(source.settings.layers, self.engine.catalogue)

    def inspect(self, source: Source, data: bytes) -> None:
        """Inspect one file. A rule that fails is no reason not to check the other files."""
        self.sources[source.shown] = source
        try:
            self.inspections[source.shown] = self.engine.inspect(source, data, self.codes(source))
        except Refusal:
            # A rule of another package is broken: nobody is to take the rest for all there is to say.
            raise
        except Exception as error:  # recorded: the check ends with status 2 and names the file
            if os.environ.get("CHAINDSL_TRACEBACK"):
                raise
            reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            self.failures.append(Skipped(source.shown, f"the analyzer failed, please report it: {reason}"))

    def findings(self) -> Iterable[Finding]:
        """All findings as the settings of the file that they are in want them.

        What several files say of one place is found once, as its own file says it if it does: a step may stand in flows
        of more files than one.
        """
        found: dict[tuple[object, ...], Finding] = {}
        for shown, one in sorted(self._told(), key=lambda told: (told[0] != told[1].place.file, told[0])):
            found.setdefault((one.place, one.code, one.message), self._severe(one, self._home(one, shown)))
        return found.values()

    def _told(self) -> Iterator[tuple[str, Finding]]:
        """What is found in each file, as far as the file that it is about wants to know and no other file unsays it."""
        parts = {self._spot(place) for inspection in self.inspections.values() for place in inspection.parts}
        for shown, inspection in self.inspections.items():
            for one in inspection.findings:
                unsaid = one.code == OF_WHOLE_FLOWS and self._spot(one.place) in parts
                home = self._home(one, shown)
                if not unsaid and one.code in (self.requested(home) if one.on_request else self.codes(home)):
                    yield shown, one

    def _home(self, finding: Finding, shown: str) -> Source:
        return self.sources.get(finding.place.file, self.sources[shown])

    def _severe(self, finding: Finding, source: Source) -> Finding:
        severity = severity_of(finding.code, source.settings, self.engine.catalogue)
        return finding if severity is None else replace(finding, severity=Severity(severity))

    def _spot(self, place: Place) -> tuple[str, int, int]:
        return os.path.normpath(os.path.join(self.folder, place.file)), place.line, place.column


def sweep(seen: Mentions, coverage: Coverage, folder: str, engine: Engine) -> Outcome:
    """Check the files that may hold a flow; `folder` is the absolute path that shown paths are relative to."""
    run = _Run(engine, folder)
    for source, data in seen.files:
        run.inspect(source, data)
    kept, suppressed = _suppress(run)
    files = {one.place.file for one in kept}
    coverage = coverage._replace(
        parsed=sum(one.parsed for one in run.inspections.values()),
        flows=sum(one.flows for one in run.inspections.values()),
        unknown=sum(one.unknown for one in run.inspections.values()),
    )
    texts = {shown: one.text for shown, one in run.inspections.items() if shown in files}
    return Outcome(tuple(kept), coverage, suppressed, failures=tuple(run.failures), texts=texts)


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """The findings by place, then by what they say: the same for any order of files and rules."""
    return sorted(findings, key=_rank)


def _rank(one: Finding) -> tuple[str, int, int, str, str, str]:
    return (one.place.file, one.place.line, one.place.column, one.code, one.message, one.symbol)


def _suppress(run: _Run) -> tuple[list[Finding], int]:
    """The findings that no comment silences, with those about such comments; and how many were silenced."""
    comments = {shown: Suppressions(shown, one.text) for shown, one in run.inspections.items()}
    kept = []
    suppressed = 0
    for one in ordered(run.findings()):
        file = one.place.file
        if file not in comments:
            comments[file] = Suppressions(file, _text(os.path.join(run.folder, file)))
        if comments[file].silences(one):
            suppressed += 1
        else:
            kept.append(one)
    for shown in run.inspections:
        for one in _leftovers(run, shown, comments[shown]):
            if comments[shown].silences(one):
                suppressed += 1
            else:
                kept.append(one)
    return ordered(kept), suppressed


def _leftovers(run: _Run, shown: str, comments: Suppressions) -> list[Finding]:
    """What is to be said of a file's suppressions."""
    source, inspection = run.sources[shown], run.inspections[shown]
    codes = run.codes(source)
    if not comments or UNUSED not in codes:
        return []
    # The flow that uses a step may be in a file that is not looked at when only some files are named, and where a part
    # can't be followed rules are silent that would have found something.
    followed = inspection.whole and not inspection.unknown
    ran = codes if followed and (inspection.flows or not source.named) else frozenset[str]()
    found = comments.leftovers(run.engine.catalogue.names, ran)
    severity = severity_of(UNUSED, source.settings, run.engine.catalogue)
    return [one if severity is None else replace(one, severity=Severity(severity)) for one in found]


def _text(path: str) -> str:
    """The text of a file that no check was asked for, but that a finding is in."""
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    except OSError:
        return ""


def verified(settings: Iterable[Settings], catalogue: Catalogue) -> list[Problem]:
    """Look whether all selectors mean a rule; return those that do not and do no harm. Raises `Refusal` for others."""
    wrong: dict[str, Problem] = {}
    harmless: dict[str, Problem] = {}
    for one in settings:
        refused, let_pass = unknown(one, catalogue)
        wrong.update((str(problem), problem) for problem in refused)
        harmless.update((str(problem), problem) for problem in let_pass)
    if wrong:
        raise Refusal(wrong.values())
    return list(harmless.values())
