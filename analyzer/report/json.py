"""`json`: one object, versioned. A field is added without a new version, never taken away or given another meaning."""

import json

from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces import record


def render(outcome: Outcome, page: Page) -> str:
    """The whole report as JSON."""
    report = {
        "version": record.VERSION,
        "tool": {"name": "chaindsl", "version": page.version},
        "findings": record.findings(outcome),
        "summary": record.summary(outcome, page.bar),
    }
    return json.dumps(report, indent=2) + "\n"
