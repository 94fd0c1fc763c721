"""A trace as it was read from a file, with what the file says of the run and of its flow."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from chaindsl.graph.encode import GRAPH_VERSION
from chaindsl.graph.flow import Flow
from chaindsl.graph.schema import from_json
from chaindsl.trace.jsonl import read_trace
from chaindsl.trace.stored import StoredTrace
from chaindsl.view.attempt import Attempt

INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Loaded:
    """One run. `file` is what people call it by."""

    file: str
    stored: StoredTrace

    @property
    def head(self) -> Mapping[str, Any]:
        """What the first line says."""
        return self.stored.head

    @property
    def end(self) -> Mapping[str, Any]:
        """What the last line says, nothing where there is none."""
        return self.stored.end or {}

    @property
    def flow(self) -> str:
        """The flow's name."""
        return str(self.head.get("flow") or "?")

    @property
    def run(self) -> str:
        """The run's id."""
        return str(self.head.get("run") or "?")

    @property
    def status(self) -> str:
        """How the run stands; one without an end was interrupted."""
        return str(self.end.get("status", INTERRUPTED))

    @property
    def stopped(self) -> str:
        """Why it stopped."""
        return str(self.end.get("stopped") or ("the file has no end" if not self.end else "?"))

    @property
    def error(self) -> Mapping[str, Any] | None:
        """What it failed with: code, message and more."""
        found = self.end.get("error")
        return found if isinstance(found, Mapping) else None

    @cached_property
    def attempts(self) -> tuple[Attempt, ...]:
        """Every attempt, in the order in which they ended."""
        return tuple(Attempt(number, record) for number, record in enumerate(self.stored.records, 1))

    @cached_property
    def seconds(self) -> float:
        """How long the run took: as it says itself, or up to the end of its last attempt."""
        spent = self.end.get("spent")
        said = spent.get("seconds") if isinstance(spent, Mapping) else None
        if isinstance(said, int | float):
            return float(said)
        return max((attempt.ended for attempt in self.attempts), default=0.0)

    @cached_property
    def calls(self) -> int:
        """How many model calls its records tell of."""
        return sum(len(attempt.calls) for attempt in self.attempts)

    @cached_property
    def tokens(self) -> int:
        """How many tokens its records tell of."""
        return sum(attempt.tokens for attempt in self.attempts)

    @cached_property
    def graph(self) -> Flow | None:
        """The flow's graph, None where the file has none that this version can read."""
        try:
            return from_json(json.dumps({"version": GRAPH_VERSION, "flows": [self.head.get("definition")]}))[0]
        except (ValueError, RecursionError):
            return None


def load(path: str | Path) -> Loaded:
    """Read a trace file. Raises TraceFileError."""
    return Loaded(str(path), read_trace(path))
