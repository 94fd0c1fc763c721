"""What of a graph has changed since a run was pinned to it, and whether that lies behind the run or ahead of it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chaindsl.errors import Issue
from chaindsl.graph.encode import shape_hash, to_data, types_hash
from chaindsl.graph.flow import Flow
from chaindsl.runtime.codec import json_line
from chaindsl.runtime.failure import ChainError

_PLACES = frozenset({"place", "doc", "function", "asynchronous"})
"""What says where and how something is written, and changes nothing."""


class GraphChanged(ChainError):
    """A run is pinned to a graph that is not the flow's any more. `issues` names each difference."""

    def __init__(self, run: str, issues: tuple[Issue, ...], *, behind: bool) -> None:
        self.issues = issues
        self.behind = behind
        hint = (
            "it has done what was changed: start a new run"
            if behind
            else "go on with accept_change (--accept-change) if that is meant: what was changed lies ahead of it"
        )
        said = ", ".join(f"{issue.subject} {issue.message}" for issue in issues)
        super().__init__("graph-changed", f"the flow has changed since run {run} began: {said}", run, None, hint)


def pinned(flow: Flow) -> str:
    """Return what a run of this graph is pinned to; of a graph that is not wholly known, as much as is known."""
    return types_hash(flow) or shape_hash(flow) or "unknown"


def document(flow: Flow) -> str:
    """Return a graph as one line of JSON, which is what stores keep."""
    return json_line(to_data(flow))


@dataclass(frozen=True, slots=True)
class _Part:
    """A named part of a graph: what it says, and the names of all that stands inside."""

    text: str
    inside: frozenset[str]


def changed(run: str, old: str, new: str, done: frozenset[str]) -> GraphChanged:
    """Return what differs between two graphs; it lies `behind` the run where it touches what the run has `done`."""
    before, after = (dict(_parts(json.loads(text))) for text in (old, new))
    found = {name: "is gone" for name in before if name not in after}
    found |= {name: "is new" for name in after if name not in before}
    found |= {name: "is another" for name in before if name in after and before[name] != after[name]}
    touched = [part for name in found for part in (before.get(name), after.get(name)) if part is not None]
    behind = any(part.inside & done for part in touched)
    old_order, new_order = ([name for name in parts if name not in found] for parts in (before, after))
    if old_order != new_order or not found:
        found["order"], behind = "differs", True
    issues = tuple(Issue("changed-part", how, name) for name, how in sorted(found.items()))
    return GraphChanged(run, issues, behind=behind or "inputs" in found)


def _parts(flow: Mapping[str, Any]) -> Iterator[tuple[str, _Part]]:
    """Every named part of a graph, blocks by their place in it, and the flow's own options."""
    body = flow["body"]
    if "transitions" in body:
        for part in body["transitions"]:
            yield str(part["name"]), _Part(_text(part), frozenset((str(part["name"]),)))
        for state in body.get("states") or ():
            yield f"state {state.get('name')}", _Part(_text(state), frozenset())
        rest = {key: value for key, value in body.items() if key not in ("transitions", "states")}
        yield "the workflow", _Part(_text(rest), frozenset())
    else:
        for index, part in enumerate(body["parts"]):
            name = part.get("name") or (part.get("flow") or {}).get("name") or f"{part.get('kind')} {index + 1}"
            yield str(name), _Part(_text(part), frozenset(_steps(part)))
    for option in ("inputs", "outputs"):
        yield option, _Part(_text(flow.get(option)), frozenset())


def _steps(part: object) -> Iterator[str]:
    """The names of all steps and flows in a part of a chain."""
    if isinstance(part, list):
        for one in part:
            yield from _steps(one)
    elif isinstance(part, dict):
        # A flow has a body; what it has done is told under its name.
        if part.get("kind") == "step" or "body" in part:
            yield str(part.get("name"))
        for one in part.values():
            yield from _steps(one)


def _text(data: object) -> str:
    return json_line(_meant(data))


def _meant(data: object) -> object:
    """The data without what says only where something is written."""
    if isinstance(data, dict):
        return {name: _meant(part) for name, part in data.items() if name not in _PLACES}
    return [_meant(part) for part in data] if isinstance(data, list) else data
