"""A difference as JSON data. `VERSION` changes when a program that reads the old form would misread the new one."""

import json
import math
from collections.abc import Iterable

from analyzer.finding import Finding
from chaindsl.graph.place import Place
from chaindsl.review.changes.bars import Failure
from chaindsl.review.changes.change import Change
from chaindsl.review.changes.difference import Difference, FlowDifference
from chaindsl.review.changes.following import Following

VERSION = 1
_FIGURES = {
    "model_calls": "calls",
    "model_calls_between_decisions": "between",
    "seconds": "seconds",
    "deterministic_chain": "row",
}
_SETS = {"unread_keys": "unread", "unreachable": "unreachable", "decisions": "decisions"}


def json_text(difference: Difference, failed: Iterable[Failure] = ()) -> str:
    """Return the whole difference as JSON text, ending in a line feed; in it is nothing but ASCII."""
    return json.dumps(_document(difference, failed), indent=2) + "\n"


def _document(difference: Difference, failed: Iterable[Failure]) -> dict[str, object]:
    return {
        "human_gates_removed": [
            {"flow": flow.name, "message": text, **_at(flow.here.graph.place)}
            for flow, text in difference.removed_gates
        ],
        "version": VERSION,
        "old": difference.old,
        "new": difference.new,
        "flows": [_flow(flow) for flow in (*difference.different, *difference.quiet)],
        "findings": _findings(difference.found, difference.gone),
        "notes": list(difference.notes),
        "failed": [{"bar": one.bar, "flow": one.flow, "why": one.why} for one in failed],
    }


def _flow(flow: FlowDifference) -> dict[str, object]:
    return {
        "name": flow.name,
        "change": flow.verb,
        **_at(flow.here.graph.place),
        "old_file": None if flow.old is None else flow.old.file,
        "renamed": [{"kind": one.kind, "before": one.before, "after": one.after} for one in flow.renamed],
        "human_gates": {"removed": list(flow.removed), "touched": list(flow.touched)},
        "changes": [_change(one) for one in flow.changes],
        "changed_parts": list(flow.parts),
        "figures": {
            name: {"before": _number(flow.before, field), "after": _number(flow.after, field)}
            for name, field in _FIGURES.items()
        },
        **{name: _came_and_went(flow, field) for name, field in _SETS.items()},
        "findings": _findings(flow.found, flow.gone),
    }


def _at(place: Place | None) -> dict[str, object]:
    return {"file": None if place is None else place.file, "line": None if place is None else place.line}


def _change(one: Change) -> dict[str, object]:
    return {
        "aspect": one.aspect,
        "change": one.verb,
        "subject": one.subject,
        "inside": list(one.inside),
        "what": one.what,
        "before": one.before,
        "after": one.after,
        "lines": list(one.lines),
        **_at(one.place),
    }


def _number(one: Following | None, field: str) -> float | str | None:
    """A number, `unlimited` or `unknown`; None where there is no such flow, or it has no such figure."""
    if one is None or (field == "row" and one.row is None):
        return None
    value: float | None = getattr(one, field)
    if value is None or value == math.inf:
        return "unknown" if value is None else "unlimited"
    return int(value) if float(value).is_integer() else value


def _came_and_went(flow: FlowDifference, field: str) -> dict[str, list[str]]:
    old, new = (dict.fromkeys(() if one is None else getattr(one, field)) for one in (flow.before, flow.after))
    return {"new": [one for one in new if one not in old], "gone": [one for one in old if one not in new]}


def _findings(found: Iterable[Finding], gone: Iterable[Finding]) -> dict[str, list[dict[str, object]]]:
    return {"new": [_finding(one) for one in found], "gone": [_finding(one) for one in gone]}


def _finding(one: Finding) -> dict[str, object]:
    return {"code": one.code, "severity": one.severity, "message": one.message, **_at(one.place)}
