"""The last line of a report: what was found, how much was looked at, and so why the check ends as it does."""

from collections import Counter

from analyzer.coverage import count
from analyzer.finding import Severity
from analyzer.outcome import Outcome


def severities(outcome: Outcome) -> str:
    """How many findings of each severity there are, the worst first."""
    nouns = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
    found = Counter(finding.severity for finding in outcome.findings)
    return ", ".join(count(found[one], noun) for one, noun in nouns.items() if found[one])


def summary(outcome: Outcome, bar: Severity) -> str:
    """The last line. It says "clean" only where everything was read and followed and nothing was found."""
    parts = outcome.coverage.parts()
    parts += [f"{outcome.fixed} fixed"] if outcome.fixed else []
    parts += [f"{outcome.suppressed} suppressed"] if outcome.suppressed else []
    parts += [f"{outcome.baselined} in the baseline"] if outcome.baselined else []
    stale = f" {_stale(outcome.stale)}" if outcome.stale else ""
    return f"{_verdict(outcome, bar)}{', '.join(parts)}.{stale}"


def _verdict(outcome: Outcome, bar: Severity) -> str:
    if outcome.failures:
        return f"Not done: {count(len(outcome.failures), 'file')} could not be checked. "
    if outcome.fails(bar):
        return f"Found {count(len(outcome.findings), 'finding')}: {severities(outcome)}. "
    if any(finding.severity is not Severity.INFO for finding in outcome.findings):
        passing = count(len(outcome.findings), "finding")
        return f"Found {passing}: {severities(outcome)}; only {bar.value}s fail the check. "
    if outcome.findings and outcome.coverage.whole:
        return f"No errors or warnings ({severities(outcome)}): "
    return f"{outcome.coverage.verdict()}: "


def _stale(number: int) -> str:
    entries = "1 entry of the baseline finds" if number == 1 else f"{number} entries of the baseline find"
    return f"{entries} nothing any more; --write-baseline drops them."
