"""A comparison as plain JSON data, for programs."""

from collections.abc import Mapping
from typing import Any

from chaindsl.view.diff.change import Change
from chaindsl.view.diff.comparison import Comparison, Difference
from chaindsl.view.diff.place import Place, Side
from chaindsl.view.loaded import Loaded

DIFF_VERSION = 1
"""The version of the form; fields are added without a new one."""


def data(found: Comparison) -> dict[str, Any]:
    """Return everything about a comparison; `first` and `began` are indices into `differences`."""
    differences = found.differences
    began = [number for number, difference in enumerate(differences) if difference.began]
    return {
        "version": DIFF_VERSION,
        "same": found.same,
        "left": _run(found.left),
        "right": _run(found.right),
        "prompts": [_change(change) for change in found.prompts.values()],
        "steps": [_change(change) for change in found.steps],
        "inputs": found.inputs,
        "first": differences.index(found.first) if found.first else None,
        "began": began,
        "differences": [_difference(found, difference) for difference in differences],
    }


def _run(trace: Loaded) -> dict[str, Any]:
    return {
        "file": trace.file,
        "run": trace.run,
        "flow": trace.flow,
        "status": trace.status,
        "stopped": trace.stopped,
        "calls": trace.calls,
        "tokens": trace.tokens,
        "seconds": trace.seconds,
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "kind": change.kind,
        "name": change.name,
        "left": change.left,
        "right": change.right,
        "lines": list(change.lines),
    }


def _difference(found: Comparison, difference: Difference) -> dict[str, Any]:
    place = difference.place
    heirs, ends = (found.inherited(difference), found.absorbed(difference)) if difference.began else ([], [])
    return {
        **_where(place),
        "verdict": place.verdict.value,
        "changes": [_change(change) for change in difference.changes],
        "inherits": [{"what": key, "from": writer and _where(writer)} for key, writer in difference.reads],
        "inherited_by": [_where(heir) for heir in heirs],
        "absorbed_by": [_where(end) for end in ends],
        "left": _side(place.left),
        "right": _side(place.right),
    }


def _where(place: Place) -> dict[str, Any]:
    path, item, time = place.key
    return {"path": path, "item": item, "time": time}


def _side(side: Side) -> Mapping[str, Any] | None:
    if not side:
        return None
    return {
        "outcome": side.outcome.value,
        "output": side.last.output if side.ok else None,
        "error": side.last.data["error"] or side.last.data["message"],
        "attempts": len(side.attempts),
        "calls": side.calls,
        "tokens": side.tokens,
        "seconds": side.seconds,
    }
