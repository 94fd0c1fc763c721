"""`github`: workflow commands that GitHub Actions turns into annotations. It shows ten, so the worst come first."""

from analyzer.finding import Finding, Related, Severity
from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces.printable import printable
from analyzer.report.pieces.summary import summary

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
ORDER = list(COMMANDS)


def render(outcome: Outcome, page: Page) -> str:
    """The whole report as workflow commands, then the last line as plain text."""
    found = sorted(outcome.findings, key=lambda one: ORDER.index(one.severity))
    lines = [_command(one) for one in found]
    lines += [
        f"::warning file={_property(one.shown)}::skipped: {_data(one.reason)}" for one in outcome.coverage.skipped
    ]
    lines += [f"::error file={_property(one.shown)}::not checked: {_data(one.reason)}" for one in outcome.failures]
    return "\n".join([*lines, printable(summary(outcome, page.bar))]) + "\n"


def _command(one: Finding) -> str:
    place = one.place
    values = {"title": f"{one.code} {one.name}", "file": place.file, "line": place.line}
    if place.end_line:
        values["endLine"] = place.end_line
    # Columns are understood only where the line is the same.
    if place.end_line in {0, place.line}:
        values["col"] = place.column
        if place.end_column:
            values["endColumn"] = place.end_column
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in values.items())
    return f"::{COMMANDS[one.severity]} {listed}::{_data(_message(one))}"


def _message(one: Finding) -> str:
    lines = [one.message]
    lines += [f"see: {related.message} ({related.place})" for related in one.related]
    lines += [f"{number}. {_step(step)}" for number, step in enumerate(one.witness, 1)]
    lines += [f"help: {one.help}"] if one.help else []
    return "\n".join(printable(line) for line in lines)


def _step(step: Related | str) -> str:
    return step if isinstance(step, str) else f"{step.message} ({step.place})"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
