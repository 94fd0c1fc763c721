"""Findings and outcomes as plain values, for the formats that programs read. Lines and columns are 1-based."""

from collections import Counter

from analyzer.finding import Edit, Finding, Fix, Related, Severity
from analyzer.outcome import Outcome
from analyzer.report.pieces.fingerprint import fingerprints
from chaindsl.graph.place import Place

VERSION = 1

Value = dict[str, object]


def location(place: Place) -> Value:
    """Where a place starts."""
    return {"file": place.file, "line": place.line, "column": place.column}


def end(place: Place) -> Value | None:
    """Where a place ends: the first character that does not belong to it. Nothing if that is not known."""
    return {"line": place.end_line, "column": place.end_column or 1} if place.end_line else None


def findings(outcome: Outcome) -> list[Value]:
    """All findings, each with its fingerprint."""
    marks = fingerprints(outcome.findings)
    return [{**finding(one), "fingerprint": mark} for one, mark in zip(outcome.findings, marks, strict=True)]


def finding(one: Finding) -> Value:
    """One finding."""
    return {
        "code": one.code,
        "name": one.name,
        "message": one.message,
        "severity": one.severity.value,
        "confidence": one.confidence.value,
        "symbol": one.symbol,
        "location": location(one.place),
        "end": end(one.place),
        "related": [_related(related) for related in one.related],
        "witness": [_related(step) if isinstance(step, Related) else {"message": step} for step in one.witness],
        "help": one.help,
        "fix": None if one.fix is None else _fix(one.fix),
    }


def _related(related: Related) -> Value:
    return {"message": related.message, "location": location(related.place), "end": end(related.place)}


def _fix(fix: Fix) -> Value:
    return {"title": fix.title, "safe": fix.safe, "edits": [_edit(edit) for edit in fix.edits]}


def _edit(edit: Edit) -> Value:
    return {"location": location(edit.place), "end": end(edit.place), "text": edit.text}


def summary(outcome: Outcome, bar: Severity) -> Value:
    """What was looked at, and how the check ends."""
    seen = outcome.coverage
    found = Counter(finding.severity for finding in outcome.findings)
    skipped = [{"file": one.shown, "reason": one.reason} for one in seen.skipped]
    failures = [{"file": one.shown, "reason": one.reason} for one in outcome.failures]
    return {
        "files": seen.files,
        "parsed": seen.parsed,
        "flows": seen.flows,
        "unknown": seen.unknown,
        "excluded": seen.excluded,
        "skipped": skipped,
        "failures": failures,
        "fixed": outcome.fixed,
        "suppressed": outcome.suppressed,
        "baselined": outcome.baselined,
        "stale": outcome.stale,
        "errors": found[Severity.ERROR],
        "warnings": found[Severity.WARNING],
        "infos": found[Severity.INFO],
        "failed": outcome.fails(bar),
        "clean": not outcome.findings and seen.whole and not failures,
    }
