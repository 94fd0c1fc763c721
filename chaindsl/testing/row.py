"""A run as a row of short texts: what was done, in order, and how it ended."""

from collections.abc import Iterable

from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status
from chaindsl.trace.details import ABSENT
from chaindsl.trace.record import Record


def row(records: Iterable[Record], flow: str) -> list[str]:
    """Return one text for each record: where it was, whether the value was accepted, to which state it led."""
    return [told(record, flow) for record in records]


def told(record: Record, flow: str) -> str:
    """Return `classify`, `round 2/revise`, `extract[0]`, `classify: rejected`, `submit -> review`."""
    name = record.path.removeprefix(f"{flow}/")
    if record.item is not None:
        name = f"{name}[{record.item}]"
    if record.details.fallback:
        name = f"{name}: fallback"
    elif not record.ok:
        name = f"{name}: {'failed' if record.details.rejected is ABSENT else 'rejected'}"
    target = record.target
    return name if target is None else f"{name} -> {target}"


def ending(run: Run) -> str:
    """Return `completed`, `completed in approved`, `waiting in review`, or `failed: step-failed reply`."""
    if run.error is not None:
        return f"{run.status}: {_why(run.error)}"
    where = "" if run.state is None else f" in {run.state}"
    return f"{run.status}{where}" if run.status in (Status.COMPLETED, Status.WAITING) else str(run.status)


def _why(error: ChainError) -> str:
    issue = error.issue
    return f"{issue.code} {issue.subject}" if issue.subject else str(issue.code)
