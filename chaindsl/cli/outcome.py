"""What a run did and where it stands: as rows of a table, as lines to read, and as one JSON object."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from chaindsl.cli.table import cut
from chaindsl.runtime.link import Link
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status
from chaindsl.trace.keep import json_text, plain
from chaindsl.trace.record import ABSENT, Record

LONGEST = 200


def table(records: Sequence[Record]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the head and the rows of a trace; states have a column where there are any."""
    head = ("step", "attempt", "seconds", "calls", "tokens", "result")
    rows = [row(record) for record in records]
    if not any(record.state for record in records):
        return head, rows
    return ("state", *head), [(record.state or "", *cells) for record, cells in zip(records, rows, strict=True)]


def row(record: Record) -> tuple[str, ...]:
    """Return one record as the cells of a row."""
    numbers = (str(record.attempt), f"{record.seconds:.2f}", str(record.calls or ""), str(record.tokens or ""))
    return (where(record), *numbers, result(record))


def where(record: Record) -> str:
    """Return a step's address inside its flow, with the number of its item."""
    path = record.path.partition("/")[2]
    return path if record.item is None else f"{path}[{record.item}]"


def result(record: Record) -> str:
    """Return in one line what came of an attempt: the value it wrote, or why it wrote none."""
    details = record.details
    if details.error is not None:
        return line(f"failed: {details.error}")
    if details.fallback:
        return line(f"{record.writes} = {said(record.output)}, the fallback for {said(details.raw)}")
    if details.rejected is not ABSENT:
        return line(f"rejected: {details.message}; it was {said(details.rejected)}")
    dropped = f" ({details.dropped} left out)" if details.dropped else ""
    if record.writes is None or record.output is ABSENT:
        return f"done{dropped}"
    return line(f"{record.writes} = {said(record.output)}{dropped}")


def said(value: object) -> str:
    """Return a value as text to read: text in quotes, anything else as JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else json_text(plain(value))


def line(text: str) -> str:
    """Return a text as one line."""
    return " ".join(text.split())


def lines(run: Run) -> Iterator[str]:
    """Yield what there is to say about where a run stands, to be read by a person."""
    spent = run.spent
    counted = ((spent.calls, "call"), (spent.tokens, "token"))
    amounts = [f"{amount} {what}{'s' * (amount != 1)}" for amount, what in counted if amount]
    state = f" in state {run.state}" if run.state else ""
    yield f"{run.flow}: {run.status}{state} ({run.stopped}); {', '.join([f'{spent.seconds:.1f} s', *amounts])}"
    if run.status is Status.COMPLETED:
        yield from outputs(run.outputs)
        return
    yield from failure(run)
    yield from values(run)
    yield from guidance(run)


def outputs(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield outputs in full, each under its key."""
    for key, value in found.items():
        yield ""
        yield f"{key}:"
        shown = plain(value)
        text = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False, indent=2)
        yield from (f"  {part}".rstrip() for part in text.splitlines())


def failure(run: Run) -> Iterator[str]:
    """Yield what a command left behind that made a run fail."""
    tail = run.trace[-1].details.tail if run.error is not None and run.trace else None
    if tail:
        yield ""
        yield f"the end of what {run.trace[-1].step} printed:"
        yield from (f"  {part}".rstrip() for part in tail.splitlines()[-20:])


def values(run: Run) -> Iterator[str]:
    """Yield the values that a run has so far, each cut to a line."""
    yield ""
    yield "values so far:"
    for key, value in run.values.items():
        yield f"  {key} = {cut(line(said(value)), LONGEST)}"


def guidance(run: Run) -> Iterator[str]:
    """Yield what whoever goes on with a run is told, and what may be done."""
    yield ""
    if run.guidance.goal:
        yield f"goal: {run.guidance.goal}"
    if run.guidance.instructions:
        yield f"guidance: {run.guidance.instructions}"
    for link in run.links:
        yield f"  {'go on' if link.recovery else link.actor}: {link.transition} – {link.title}{wanted(link)}"


def wanted(link: Link) -> str:
    """Return what a link wants to be told, as the end of a line."""
    properties = link.schema.get("properties", {})
    names = [f"{name} ({part.get('type', 'any')})" for name, part in properties.items()]
    return f"; tell it {', '.join(names)}" if names else ""


def data(run: Run) -> dict[str, Any]:
    """Return everything about a run as plain JSON data."""
    issue = run.error.issue if run.error else None
    return {
        "run": run.id,
        "flow": run.flow,
        "graph": run.graph,
        "status": str(run.status),
        "stopped": str(run.stopped),
        "state": run.state,
        "goal": run.guidance.goal,
        "guidance": run.guidance.instructions,
        "links": [asdict(link) for link in run.links],
        "outputs": plain(run.outputs),
        "values": plain(dict(run.values)),
        "error": None if issue is None else {**asdict(issue), "place": str(issue.place) if issue.place else None},
        "spent": asdict(run.spent),
        "trace": [record.to_data() for record in run.trace],
    }
