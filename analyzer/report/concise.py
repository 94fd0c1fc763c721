"""`concise`: one line a finding, `path:line:column: CODE message`, then the last line."""

from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces.paint import Paint
from analyzer.report.pieces.printable import printable
from analyzer.report.pieces.summary import summary


def render(outcome: Outcome, page: Page) -> str:
    """The whole report as text."""
    paint = Paint(page.colour)
    lines = []
    for one in outcome.findings:
        place = f"{printable(one.place.file)}:{one.place.line}:{one.place.column}:"
        code = paint.of(one.severity, one.code)
        lines.append(f"{paint('bold', place)} {code} {printable(one.message)}")
    lines += [f"{printable(one.shown)}: skipped: {printable(one.reason)}" for one in outcome.coverage.skipped]
    lines += [f"{printable(one.shown)}: not checked: {printable(one.reason)}" for one in outcome.failures]
    return "\n".join([*lines, summary(outcome, page.bar)]) + "\n"
