"""`junit`: a test suite for each file and a failed test for each finding, for whatever shows test reports."""

from collections.abc import Iterator
from itertools import groupby

from analyzer.finding import Finding, Related, Severity
from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces.printable import printable

MARKS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def render(outcome: Outcome, page: Page) -> str:
    """The whole report as XML; what was not read is skipped, and a check that says nothing is a test that passed."""
    suites = [(file, list(found)) for file, found in groupby(outcome.findings, lambda one: one.place.file)]
    rest = list(_rest(outcome))
    failures = sum(_fails(one) for one in outcome.findings)
    errors, tests = len(outcome.failures), len(outcome.findings) + len(rest)
    lines = ['<?xml version="1.0" encoding="utf-8"?>', _opening("testsuites", "chaindsl", tests, failures, errors)]
    for file, found in suites:
        lines += _suite(file, found)
    if rest:
        opening = _opening("testsuite", "chaindsl", len(rest), 0, errors, len(outcome.coverage.skipped))
        lines += [f"  {opening}", *rest, "  </testsuite>"]
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _opening(tag: str, name: str, tests: int, failures: int, errors: int, skipped: int = 0) -> str:
    left = f' skipped="{skipped}"' if skipped else ""
    return f'<{tag} name="{_text(name)}" tests="{tests}" failures="{failures}" errors="{errors}"{left}>'


def _fails(one: Finding) -> bool:
    return one.severity is not Severity.INFO


def _rest(outcome: Outcome) -> Iterator[str]:
    """The tests that are no findings."""
    for tag, files in (("error", outcome.failures), ("skipped", outcome.coverage.skipped)):
        for one in files:
            inner = f'<{tag} message="{_text(one.reason)}"/>'
            yield f'    <testcase name="{_text(one.shown)}" classname="chaindsl">{inner}</testcase>'
    if not outcome.findings and not outcome.failures and not outcome.coverage.skipped:
        yield '    <testcase name="no findings" classname="chaindsl"/>'


def _suite(file: str, found: list[Finding]) -> Iterator[str]:
    yield f"  {_opening('testsuite', file, len(found), sum(map(_fails, found)), 0)}"
    for one in found:
        name = f"{one.code} {one.name}"
        place = f'classname="{_text(one.symbol or file)}" file="{_text(file)}" line="{one.place.line}"'
        yield f'    <testcase name="{_text(name)}" {place}>'
        tag = "system-out" if one.severity is Severity.INFO else "failure"
        said = f' message="{_text(one.message)}" type="{one.severity.value}"' if tag == "failure" else ""
        yield f"      <{tag}{said}>{_text(_body(one))}</{tag}>"
        yield "    </testcase>"
    yield "  </testsuite>"


def _body(one: Finding) -> str:
    lines = [f"{one.place.file}:{one.place.line}:{one.place.column}: {one.message}"]
    lines += [f"see: {related.message} ({related.place})" for related in one.related]
    lines += [f"{number}. {_step(step)}" for number, step in enumerate(one.witness, 1)]
    lines += [f"help: {one.help}"] if one.help else []
    return "; ".join(lines)


def _step(step: Related | str) -> str:
    return step if isinstance(step, str) else f"{step.message} ({step.place})"


def _text(text: str) -> str:
    """The text with what XML reserves escaped, and what XML can't say spelt out."""
    return "".join(MARKS.get(char, char) for char in printable(text))
