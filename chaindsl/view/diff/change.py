"""What was changed between two runs beside the values: prompts, code, models, and the flow itself."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chaindsl.graph.flow import Flow
from chaindsl.graph.step import Prompt
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_steps, nested_flows
from chaindsl.view.diff.place import Place, Side
from chaindsl.view.loaded import Loaded


@dataclass(frozen=True)
class Change:
    """One thing that changed. `kind` is `prompt`, `code`, `model` or `step`; `lines` are the diff of a text."""

    kind: str
    name: str
    left: str
    right: str
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}{f' {self.name}' if self.name else ''}: {self.left} → {self.right}"


def of_place(place: Place, prompts: dict[str, Change]) -> list[Change]:
    """Return what changed at a place that both runs came to: the prompts of its calls, its code, its models."""
    if not place.left or not place.right:
        return []
    return [*_prompts(place, prompts), *_code(place), *_models(place)]


def _prompts(place: Place, prompts: dict[str, Change]) -> Iterator[Change]:
    left, right = _used(place.left), _used(place.right)
    for name in dict.fromkeys([*left, *right]):
        if name in left and name in right and left[name] != right[name]:
            yield prompts.get(name) or Change("prompt", name, _version(left[name]), _version(right[name]))
    gone, come = [n for n in left if n not in right], [n for n in right if n not in left]
    if gone or come:
        yield Change("prompt", "", ", ".join(gone) or "none", ", ".join(come) or "none")


def _used(side: Side) -> dict[str, tuple[Any, Any]]:
    calls = [call for attempt in side.attempts for call in attempt.calls if call.get("prompt")]
    return {str(call["prompt"]): (call.get("version"), call.get("hash")) for call in calls}


def _version(used: tuple[Any, Any]) -> str:
    return f"version {used[0]} ({used[1]})"


def _code(place: Place) -> Iterator[Change]:
    left, right = place.left.last.data["code"], place.right.last.data["code"]
    if left and right and left != right:
        yield Change("code", place.any.step, left, right)


def _models(place: Place) -> Iterator[Change]:
    left, right = _asked(place.left), _asked(place.right)
    if left and right and left != right:
        yield Change("model", "", ", ".join(left), ", ".join(right))


def _asked(side: Side) -> list[str]:
    return sorted({str(c["model"]) for attempt in side.attempts for c in attempt.calls if c.get("model")})


def edited_prompts(left: Loaded, right: Loaded) -> dict[str, Change]:
    """Return every prompt of both flows whose version or text differs, by name, with the lines that changed."""
    before, after = _texts(left.graph), _texts(right.graph)
    found = {}
    for name in before.keys() & after.keys():
        (old, old_text), (new, new_text) = before[name], after[name]
        if (old, old_text) == (new, new_text):
            continue
        text = list(difflib.unified_diff(old_text.splitlines(), new_text.splitlines(), lineterm="", n=1))[2:]
        same = " (the same, and its text was edited)" if old == new else ""
        found[name] = Change("prompt", name, f"version {old}", f"version {new}{same}", tuple(text))
    return dict(sorted(found.items()))


def _texts(flow: Flow | None) -> dict[str, tuple[str, str]]:
    return {} if flow is None else {str(p.name): (known(p.version, "?"), known(p.text, "")) for p in _all_prompts(flow)}


def _all_prompts(flow: Flow) -> Iterator[Prompt]:
    for step in flow_steps(flow):
        yield from known(step.prompts, ())
    for inner in nested_flows(flow):
        yield from _all_prompts(inner)


def edited_steps(left: Loaded, right: Loaded) -> list[Change]:
    """Return the steps that only one of the flows has, or whose declarations differ, prompts apart."""
    if left.graph is None or right.graph is None:
        return []
    before, after = _declared(left.graph), _declared(right.graph)
    found = [Change("step", name, "there", "gone") for name in before if name not in after]
    found += [Change("step", name, "not there", "new") for name in after if name not in before]
    for name in before:
        if name in after and before[name] != after[name]:
            other = [part for part in _COMPARED if before[name][part] != after[name][part]]
            found.append(Change("step", name, "as it was", f"other {', '.join(other)}"))
    return found


def _declared(flow: Flow) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for step in flow_steps(flow):
        fields = {name: getattr(step, name) for name in _COMPARED}
        found[str(step.name)] = fields
    for inner in nested_flows(flow):
        found |= {f"{inner.name}/{name}": fields for name, fields in _declared(inner).items()}
    return found


_COMPARED = (
    "reads",
    "tools",
    "writes",
    "type",
    "parsed",
    "fallback",
    "validators",
    "each",
    "attempts",
    "max_calls",
    "effect",
)
"""What of a step's declaration may change what a run does."""
