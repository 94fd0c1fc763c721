"""The first line of a trace: all that a reader needs so that the flow's source may be gone."""

from datetime import datetime
from typing import Any

from chaindsl.graph.budget import Budget
from chaindsl.graph.encode import shape_hash, to_data
from chaindsl.graph.flow import Flow
from chaindsl.trace.recording import WHOLE, Recording


def head(
    run: str,
    flow: Flow,
    *,
    written_by: str,
    began: datetime,
    budget: Budget | None = None,
    recording: Recording = WHOLE,
) -> dict[str, Any]:
    """Return the head of one run's trace: its id, the flow with its prompts, who wrote it and when it began.

    `written_by` is the version of chaindsl; `budget` what the run may spend, where that is not the flow's own.
    """
    own = budget if budget is not None else flow.budget
    return {
        "chaindsl": written_by,
        "run": run,
        "flow": str(flow.name),
        "graph": shape_hash(flow),
        "began": began.isoformat(timespec="milliseconds"),
        "budget": None if own is None else to_data(own),
        "redacted": sorted(recording.redact),
        "definition": to_data(flow),
    }
