"""A run in a store as the lines of a trace file. It needs neither the flow nor its functions."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from chaindsl.runtime.past import QUIET
from chaindsl.store.head import Head
from chaindsl.store.row import Kept
from chaindsl.trace.lines import TRACE_VERSION

_END = ("status", "stopped", "state", "error", "spent")


def exported(head: Head, graph: str, kept: Sequence[Kept], written_by: str) -> Iterator[str]:
    """Yield a trace's lines, without line ends; `written_by` is the version of chaindsl, `graph` the graph's JSON.

    Decisions and stops on the way are lines of kinds of their own, which readers of traces pass over.
    """
    began = datetime.fromtimestamp(head.created, UTC).isoformat(timespec="milliseconds")
    yield _line(
        {
            "kind": "run",
            "version": TRACE_VERSION,
            "chaindsl": written_by,
            "run": head.id,
            "flow": head.flow,
            "graph": head.graph,
            "began": began,
            "redacted": sorted(_redacted(kept)),
            "definition": json.loads(graph),
        }
    )
    values: dict[int, str] = {}
    last: dict[str, Any] | None = None
    for one in kept:
        data = json.loads(one.row.data)
        text = _value(one, data, values)
        if text is not None:
            values[one.number] = text
        last = data if one.row.kind == "stopped" else last if one.row.kind in QUIET else None
        yield from _told(one, data, text)
    if last is not None:
        yield _line(
            {"kind": "end", **{name: last.get(name) for name in ("status", "stopped", "state", "error", "spent")}}
        )


def _told(one: Kept, data: dict[str, Any], text: str | None) -> Iterator[str]:
    match one.row.kind:
        case "record":
            told = {name: found for name, found in data.items() if name not in ("made", "gathered", "hidden")}
            hidden = '"[redacted]"' if data.get("hidden") and text is None else None
            yield _line({"kind": "record", "revision": one.number, **told}, "output", hidden or text)
        case "value":
            yield _line(
                {"kind": "value", "revision": one.number, "key": data["key"], "input": True},
                "value",
                text or '"[redacted]"',
            )
        case "started":
            pass
        case _:
            yield _line({"kind": one.row.kind, **data})


def _value(one: Kept, data: dict[str, Any], values: dict[int, str]) -> str | None:
    """The JSON of what a row wrote; of a whole `each` step it stands in the rows of its items."""
    if "gathered" in data:
        return f"[{','.join(values.get(number, 'null') for number in data['gathered'])}]"
    return one.row.value


def _redacted(kept: Sequence[Kept]) -> set[str]:
    """The keys of which nothing is shown."""
    rows = (json.loads(one.row.data) for one in kept if one.row.kind in ("value", "record") and one.row.value is None)
    return {str(data.get("key") or data.get("writes")) for data in rows if data.get("hidden")}


def _line(data: dict[str, Any], name: str = "", value: str | None = None) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text if value is None else f'{text[:-1]},"{name}":{value}}}'
