"""`sarif`: SARIF 2.1.0. What proves a finding becomes a code flow; paths are relative URIs."""

import json
import os
from collections.abc import Iterable
from urllib.parse import quote

from analyzer.finding import Edit, Finding, Fix, Related, Severity
from analyzer.outcome import Outcome
from analyzer.report.page import Page
from analyzer.report.pieces.fingerprint import fingerprints
from chaindsl.graph.place import Place

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
ROOT = "SRCROOT"

Value = dict[str, object]


def render(outcome: Outcome, page: Page) -> str:
    """The whole report as JSON."""
    rules = {one.code: one for one in reversed(outcome.findings)}
    codes = sorted(rules)
    marks = fingerprints(outcome.findings)
    results = [_result(one, codes.index(one.code), mark) for one, mark in zip(outcome.findings, marks, strict=True)]
    run = {
        "tool": {"driver": {
            "name": "chaindsl",
            "semanticVersion": page.version,
            "rules": [_rule(rules[code], page) for code in codes],
        }},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder that the check was run in."}}},
        "invocations": [_invocation(outcome)],
        "results": results,
    }  # fmt: skip
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(one: Finding, page: Page) -> Value:
    text = page.pages.get(one.code, "")
    rule: Value = {"id": one.code, "name": one.name}
    if text:
        rule |= {"shortDescription": {"text": text.split("\n", 1)[0]}, "help": {"text": text, "markdown": text}}
    return rule


def _invocation(outcome: Outcome) -> Value:
    told = [_notification("warning", f"skipped: {one.reason}", one.shown) for one in outcome.coverage.skipped] + [
        _notification("error", f"not checked: {one.reason}", one.shown) for one in outcome.failures
    ]
    return {"executionSuccessful": not outcome.failures, "toolExecutionNotifications": told}


def _notification(level: str, text: str, file: str) -> Value:
    location = {"physicalLocation": {"artifactLocation": _artifact(file)}}
    return {"level": level, "message": {"text": text}, "locations": [location]}


def _result(one: Finding, index: int, mark: str) -> Value:
    result: Value = {
        "ruleId": one.code,
        "ruleIndex": index,
        "level": LEVELS[one.severity],
        "message": {"text": f"{one.message}. {one.help}".strip() if one.help else one.message},
        "locations": [_location(one.place) | _logical(one.symbol)],
        "partialFingerprints": {"chaindslFinding/v1": mark},
        "properties": {"confidence": one.confidence.value},
    }
    if one.related:
        result["relatedLocations"] = [
            {"id": number} | _location(related.place, related.message) for number, related in enumerate(one.related, 1)
        ]
    if one.witness:
        result["codeFlows"] = [{"threadFlows": [{"locations": _flow(one)}]}]
    if one.fix is not None:
        result["fixes"] = [_fix(one.fix)]
    return result


def _flow(one: Finding) -> list[Value]:
    """The steps of the witness; those that are words alone stand at the finding's own place."""
    places = [step if isinstance(step, Related) else Related(one.place, step) for step in one.witness]
    return [{"location": _location(step.place, step.message)} for step in places]


def _logical(symbol: str) -> Value:
    return {"logicalLocations": [{"fullyQualifiedName": symbol, "kind": "function"}]} if symbol else {}


def _location(place: Place, message: str = "") -> Value:
    physical = {"artifactLocation": _artifact(place.file), "region": _region(place)}
    return {"physicalLocation": physical} | ({"message": {"text": message}} if message else {})


def _region(place: Place) -> Value:
    region: Value = {"startLine": place.line, "startColumn": place.column}
    if place.end_line:
        region |= {"endLine": place.end_line, "endColumn": max(place.end_column, 1)}
    return region


def _artifact(file: str) -> Value:
    path = quote(os.fsencode(file).replace(os.sep.encode(), b"/"))
    # A path outside of the folder is no longer relative to it.
    return {"uri": f"file://{path}"} if os.path.isabs(file) else {"uri": path, "uriBaseId": ROOT}


def _fix(fix: Fix) -> Value:
    files = sorted({edit.place.file for edit in fix.edits})
    changes = [
        {
            "artifactLocation": _artifact(file),
            "replacements": _replacements(edit for edit in fix.edits if edit.place.file == file),
        }
        for file in files
    ]
    return {"description": {"text": fix.title}, "artifactChanges": changes}


def _replacements(edits: Iterable[Edit]) -> list[Value]:
    return [{"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.text}} for edit in edits]
