"""Where a run stands and what came of it: as lines to read, and as one JSON object."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from chaindsl.cli.table import cut
from chaindsl.runtime.failure import StepFailed
from chaindsl.runtime.link import Link
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status
from chaindsl.trace.keep import json_text, plain
from chaindsl.trace.record import Record

LONGEST = 300
"""Characters of a value, or of a reason, on one line."""
TAIL = 20
"""Lines of what a failed command printed."""


def lines(run: Run) -> Iterator[str]:
    """Yield what there is to say about where a run stands, to be read by a person."""
    spent = run.spent
    counted = ((spent.calls, "call"), (spent.tokens, "token"))
    amounts = [f"{amount} {what}{'s' * (amount != 1)}" for amount, what in counted if amount]
    state = f" in state {run.state}" if run.state else ""
    yield f"{run.flow}: {run.status}{state} ({run.stopped}); {', '.join([f'{spent.seconds:.1f} s', *amounts])}"
    if run.status is Status.COMPLETED:
        yield from outputs(shown_outputs(run))
        return
    yield from failure(run)
    yield from values(run)
    yield from guidance(run)


def outputs(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield outputs, which are plain JSON data, in full, each under its key."""
    for key, value in found.items():
        yield ""
        yield f"{key}:"
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
        yield from (f"  {part}".rstrip() for part in text.splitlines())


def shown_outputs(run: Run) -> dict[str, Any]:
    """Return the outputs as they may be shown."""
    shown = run.shown
    return {key: shown[key] for key in run.outputs}


def failure(run: Run) -> Iterator[str]:
    """Yield each attempt of the step that made a run fail, and what its command left behind."""
    attempts = run.error.records if isinstance(run.error, StepFailed) else ()
    for record in attempts:
        if record is attempts[0]:
            yield ""
            yield f"attempts of {record.step}:"
        yield f"  {record.attempt}: {cut(line(why(record)), LONGEST)}"
    tail = attempts[-1].details.tail if attempts else None
    if tail:
        yield ""
        yield f"the end of what {attempts[-1].step} printed:"
        yield from (f"  {part}".rstrip() for part in tail.splitlines()[-TAIL:])


def why(record: Record) -> str:
    """Return why an attempt wrote nothing."""
    if record.error is not None:
        return record.error
    return f"{record.message}; it was {said(record.details.rejected)}"


def said(value: object) -> str:
    """Return a value as text to read: text in quotes, anything else as JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else json_text(plain(value))


def line(text: str) -> str:
    """Return a text as one line."""
    return " ".join(text.split())


def values(run: Run) -> Iterator[str]:
    """Yield the values that a run has so far, each cut to a line."""
    yield ""
    yield "values so far:"
    for key, value in run.shown.items():
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
        "outputs": shown_outputs(run),
        "values": run.shown,
        "error": None if issue is None else {**asdict(issue), "place": str(issue.place) if issue.place else None},
        "spent": asdict(run.spent),
        "trace": [record.to_data() for record in run.trace],
    }
