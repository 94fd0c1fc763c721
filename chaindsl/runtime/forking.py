"""A new run that begins in the middle of another: what was done before a step is taken over, and may be changed."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from chaindsl.graph.nearest import nearest
from chaindsl.runtime.codec import json_line
from chaindsl.runtime.failure import Refused
from chaindsl.store.row import Kept, Row

_TAKEN_OVER = frozenset({"started", "value", "taken", "moved", "record"})


def taken_over(kept: Sequence[Kept], start: str, changed: Mapping[str, str], known: Collection[str]) -> list[Row]:
    """Return the rows with which a run begins that goes its own way from the step or transition `start`.

    `changed` are the JSON texts of values that are to be others, by key; `known` names the flow's steps of today.
    Raises Refused for a step that the run never began, and for keys that it had not written by then.
    """
    rows = [(one, json.loads(one.row.data)) for one in kept if one.row.kind in _TAKEN_OVER | {"intent"}]
    first = next(
        (index for index, (_, data) in enumerate(rows) if start in (data.get("step"), data.get("transition"))), None
    )
    if first is None:
        hint = nearest(start, known)
        raise Refused("not-begun", f"the run never began {start}", start, None, hint)
    before = [(one, data) for one, data in rows[:first] if one.row.kind != "intent"]
    last = {str(data.get("key") or data.get("writes")): one.number for one, data in before}
    if missing := sorted(set(changed) - set(last)):
        message = f"nothing had written {', '.join(missing)} before {start}"
        raise Refused("unknown-key", message, missing[0], None, nearest(missing[0], last))
    return list(_renumbered(before, {last[key]: text for key, text in changed.items()}))


def _renumbered(rows: Sequence[tuple[Kept, dict[str, Any]]], changed: Mapping[int, str]) -> Iterator[Row]:
    numbers = {one.number: number for number, (one, _) in enumerate(rows, 1)}
    for one, data in rows:
        if "reads" in data:
            data["reads"] = {key: numbers[row] for key, row in data["reads"].items() if row in numbers}
        if "gathered" in data:
            data["gathered"] = [numbers[row] for row in data["gathered"]]
        if one.number in changed:
            data["hidden"] = False
        yield Row(one.row.kind, json_line(data), changed.get(one.number, one.row.value))
