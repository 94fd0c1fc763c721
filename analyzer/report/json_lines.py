"""`json-lines`: one object a line, of the kinds `finding` and, last, `summary`; the fields are those of `json`."""

import json

from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces import record


def render(outcome: Outcome, page: Page) -> str:
    """The whole report as lines of JSON."""
    lines: list[record.Value] = [{"kind": "finding", **one} for one in record.findings(outcome)]
    lines.append({"kind": "summary", **record.summary(outcome, page.bar)})
    return "".join(json.dumps({"version": record.VERSION, **line}) + "\n" for line in lines)
