"""The last line says why, and says "clean" only where everything was read."""

import pytest

from analyzer.coverage import Coverage
from analyzer.files import Skipped
from analyzer.finding import Severity
from analyzer.outcome import Outcome
from analyzer.report.pieces.summary import summary
from tests.analyzer.report.sample import CLEAN, CYCLE, FAILED, OUTCOME, UNKNOWN, UNREAD

READ = Coverage(files=1, parsed=1, flows=1)


@pytest.mark.parametrize(
    ("outcome", "bar", "line"),
    [
        (CLEAN, Severity.WARNING, "Clean: 2 files read, 1 flow."),
        (
            OUTCOME,
            Severity.WARNING,
            (
                "Found 4 findings: 1 error, 2 warnings, 1 note. 12 files read, 2 flows, 1 unknown part, 1 skipped, "
                "1 excluded, 2 suppressed, 1 in the baseline. "
                "1 entry of the baseline finds nothing any more; --write-baseline drops them."
            ),
        ),
        (Outcome((CYCLE,), READ), Severity.ERROR, "Found 1 finding: 1 error. 1 file read, 1 flow."),
        (
            Outcome((UNREAD, UNREAD), READ),
            Severity.ERROR,
            "Found 2 findings: 2 warnings; only errors fail the check. 1 file read, 1 flow.",
        ),
        (Outcome((UNKNOWN,), READ), Severity.WARNING, "No errors or warnings (1 note): 1 file read, 1 flow."),
        (
            Outcome((UNKNOWN,), Coverage(files=1, flows=1, unknown=1)),
            Severity.WARNING,
            "No errors or warnings, but not everything could be followed: 1 file read, 1 flow, 1 unknown part.",
        ),
        (
            Outcome((), Coverage(files=3, skipped=(Skipped("a", "b"),))),
            Severity.WARNING,
            "No errors or warnings, but not everything could be followed: 3 files read, 0 flows, 1 skipped.",
        ),
        (Outcome(), Severity.WARNING, "No Python file found: 0 files read, 0 flows."),
        (
            Outcome((), Coverage(excluded=2)),
            Severity.WARNING,
            "No Python file found: 0 files read, 0 flows, 2 excluded.",
        ),
        (FAILED, Severity.WARNING, "Not done: 1 file could not be checked. 1 file read, 0 flows."),
    ],
)
def test_the_last_line(outcome: Outcome, bar: Severity, line: str) -> None:
    assert summary(outcome, bar) == line
