"""What a check looked at and what came of it: the whole input of a report. Plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analyzer.coverage import Coverage
from analyzer.files import Skipped
from analyzer.finding import Finding, Severity


@dataclass(frozen=True, slots=True)
class Outcome:
    """The findings of a check, in order, and what was left out of them.

    `failures` are files in which a rule itself failed. `texts` holds, by file, the source that findings point into.
    """

    findings: tuple[Finding, ...] = ()
    coverage: Coverage = field(default_factory=Coverage)
    suppressed: int = 0
    baselined: int = 0
    stale: int = 0
    fixed: int = 0
    failures: tuple[Skipped, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)

    def fails(self, bar: Severity) -> bool:
        """Whether a finding is at least as severe as `bar`; information never counts."""
        failing = {Severity.ERROR} if bar is Severity.ERROR else {Severity.ERROR, Severity.WARNING}
        return any(finding.severity in failing for finding in self.findings)
