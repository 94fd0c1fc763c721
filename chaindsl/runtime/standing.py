"""What is written down of a run when it stops: all that is needed to say later where it stands."""

from dataclasses import asdict
from typing import Any

from chaindsl.runtime.codec import json_line
from chaindsl.runtime.journal import Journal
from chaindsl.runtime.link import Link
from chaindsl.runtime.run import Run
from chaindsl.store.row import Row


def stopped_row(run: Run, journal: Journal) -> Row:
    """Return the row that tells how a run stopped. Values are named by the rows in which they stand."""
    frame = run.execution.frame
    data = {
        "status": str(run.status),
        "stopped": str(run.stopped),
        "state": run.state,
        "guidance": asdict(run.guidance),
        "links": [_link(link, run) for link in run.links],
        "error": _error(run),
        "spent": asdict(run.spent),
        "values": {key: journal.number(cell) for key, cell in frame.cells.items()},
        "outputs": list(run.outputs),
    }
    return Row("stopped", json_line(data))


def ending(run: Run) -> dict[str, Any]:
    """Return what the last line of a trace says: how the run stands, why it stopped, and what it spent."""
    return {
        "status": str(run.status),
        "stopped": str(run.stopped),
        "state": run.state,
        "error": _error(run),
        "spent": asdict(run.spent),
    }


def _error(run: Run) -> dict[str, Any] | None:
    issue = None if run.error is None else run.error.issue
    return None if issue is None else {**asdict(issue), "place": str(issue.place) if issue.place else None}


def _link(link: Link, run: Run) -> dict[str, Any]:
    arguments = {"run": run.id, "revision": run.revision, "transition": link.transition}
    return {**asdict(link), "arguments": arguments}
