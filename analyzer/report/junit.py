"""`junit`: a test suite for each file and a failed test for each finding, for whatever shows test reports."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from analyzer.finding import Finding, Related, Severity
from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces.printable import printable

MARKS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def render(outcome: Outcome, page: Page) -> str:
    """The whole report as XML; a check that found nothing is one suite with a test that passed."""
    suites = [(file, list(found)) for file, found in groupby(outcome.findings, lambda one: one.place.file)]
    lines = ['<?xml version="1.0" encoding="utf-8"?>', _opening("testsuites", "chaindsl", outcome.findings)]
    for file, found in suites:
        lines += _suite(file, found)
    if not suites:
        lines += ['  <testsuite name="chaindsl" tests="1" failures="0" errors="0">']
        lines += ['    <testcase name="no findings" classname="chaindsl"/>', "  </testsuite>"]
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _opening(tag: str, name: str, found: Iterable[Finding]) -> str:
    tests = list(found)
    failures = sum(one.severity is not Severity.INFO for one in tests)
    return f'<{tag} name="{_text(name)}" tests="{len(tests) or 1}" failures="{failures}" errors="0">'


def _suite(file: str, found: list[Finding]) -> Iterator[str]:
    yield "  " + _opening("testsuite", file, found)
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
