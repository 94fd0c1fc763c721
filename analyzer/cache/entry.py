"""What was found in one file and what it was found from, as bytes and back. It knows no folder and no rule."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from analyzer.finding import Confidence, Edit, Finding, Fix, Related, Severity
from analyzer.inspection import Inspection
from analyzer.source.disk import KINDS, Answer, Question
from chaindsl.graph.place import Place


class Entry(NamedTuple):
    """The answers of the disk that a file's inspection follows from; its text is left out: the file has it."""

    answers: Mapping[Question, Answer]
    inspection: Inspection


def encoded(entry: Entry) -> bytes:
    """Return an entry as bytes."""
    inspection = entry.inspection
    values = {
        "answers": [[*question, answer] for question, answer in sorted(entry.answers.items())],
        "findings": [_finding(one) for one in inspection.findings],
        "flows": inspection.flows,
        "unknown": inspection.unknown,
        "parsed": inspection.parsed,
        "whole": inspection.whole,
        "parts": [_place(place) for place in sorted(inspection.parts)],
    }
    return json.dumps(values, separators=(",", ":")).encode("ascii")


def decoded(data: bytes) -> Entry | None:
    """Return the entry that the bytes are, None where they are none."""
    try:
        values = json.loads(data)
        answers = dict(map(_answer, values["answers"]))
        numbers = {name: _of(int, values[name]) for name in ("flows", "unknown")}
        flags = {name: _of(bool, values[name]) for name in ("parsed", "whole")}
        findings = tuple(map(_read_finding, values["findings"]))
        parts = frozenset(map(_read_place, values["parts"]))
        return Entry(answers, Inspection("", findings, **numbers, **flags, parts=parts))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _of(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(kind)
    return value


def _answer(item: list[Any]) -> tuple[Question, Answer]:
    kind, path, most, answer = item
    if kind not in KINDS:
        raise ValueError(kind)
    return Question(kind, _of(str, path), _of(int, most)), answer if isinstance(answer, bool) else _of(str, answer)


def _finding(one: Finding) -> dict[str, Any]:
    return {
        "code": one.code,
        "name": one.name,
        "message": one.message,
        "severity": one.severity.value,
        "confidence": one.confidence.value,
        "place": _place(one.place),
        "symbol": one.symbol,
        "related": [_related(related) for related in one.related],
        "witness": [line if isinstance(line, str) else _related(line) for line in one.witness],
        "help": one.help,
        "on_request": one.on_request,
        "fix": None if one.fix is None else _fix(one.fix),
    }


def _fix(fix: Fix) -> list[Any]:
    return [fix.title, [[_place(edit.place), edit.text] for edit in fix.edits], fix.safe]


def _related(related: Related) -> list[Any]:
    return [_place(related.place), related.message]


def _place(place: Place) -> list[Any]:
    return [place.file, place.line, place.column, place.end_line, place.end_column]


def _read_finding(values: Mapping[str, Any]) -> Finding:
    texts = {name: _of(str, values[name]) for name in ("code", "name", "message", "symbol", "help")}
    return Finding(
        **texts,
        severity=Severity(values["severity"]),
        confidence=Confidence(values["confidence"]),
        place=_read_place(values["place"]),
        related=tuple(map(_read_related, values["related"])),
        witness=tuple(line if isinstance(line, str) else _read_related(line) for line in values["witness"]),
        fix=None if values["fix"] is None else _read_fix(values["fix"]),
        on_request=_of(bool, values["on_request"]),
    )


def _read_fix(values: Iterable[Any]) -> Fix:
    title, edits, safe = values
    return Fix(
        _of(str, title), tuple(Edit(_read_place(place), _of(str, text)) for place, text in edits), _of(bool, safe)
    )


def _read_related(values: Iterable[Any]) -> Related:
    place, message = values
    return Related(_read_place(place), _of(str, message))


def _read_place(values: Iterable[Any]) -> Place:
    file, *numbers = values
    line, column, end_line, end_column = (_of(int, number) for number in numbers)
    return Place(_of(str, file), line, column, end_line, end_column)
