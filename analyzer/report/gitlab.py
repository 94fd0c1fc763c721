"""`gitlab`: a code quality report, as GitLab's merge requests show it."""

import json

from analyzer.finding import Severity
from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces.fingerprint import fingerprints

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(outcome: Outcome, page: Page) -> str:
    """The whole report as JSON; `page` adds nothing to it."""
    marks = fingerprints(outcome.findings)
    report = [
        {
            "description": f"{one.code} {one.message}",
            "check_name": one.name,
            "fingerprint": mark,
            "severity": SEVERITIES[one.severity],
            "location": {
                "path": one.place.file,
                "positions": {
                    "begin": {"line": one.place.line, "column": one.place.column},
                    "end": {
                        "line": one.place.end_line or one.place.line,
                        "column": one.place.end_column or one.place.column,
                    },
                },
            },
        }
        for one, mark in zip(outcome.findings, marks, strict=True)
    ]
    return json.dumps(report, indent=2) + "\n"
