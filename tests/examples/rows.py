"""Traces as lines to compare: the step, its attempt, its calls, and what came of it; no times."""

import json
from collections.abc import Iterable
from itertools import groupby

from chaindsl import Record


def rows(records: Iterable[Record]) -> list[str]:
    """One line a record in the order in which they were made, but the items of one step in their own."""
    groups = (list(group) for _, group in groupby(records, key=lambda record: record.path))
    return [line(record) for group in groups for record in sorted(group, key=number)]


def number(record: Record) -> tuple[bool, int, int]:
    return record.item is None, record.item or 0, record.attempt


def line(record: Record) -> str:
    data = record.to_data()
    path = record.path.partition("/")[2]
    name = path if record.item is None else f"{path}[{record.item}]"
    calls = f" calls={record.calls}" if record.calls else ""
    return f"{name} #{record.attempt}{calls}: {outcome(data)}"


def outcome(data: dict[str, object]) -> str:
    if data["error"]:
        return f"error {data['error']}"
    if data["rejected"] is not None and not data["fallback"]:
        return f"rejected {said(data['rejected'])}: {data['message']}"
    wrote = f"{data['writes']} = {said(data['output'])}" if data["writes"] else "done"
    return f"{wrote}, the fallback for {said(data['raw'])}" if data["fallback"] else wrote


def said(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
