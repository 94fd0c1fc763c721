"""What a run tells while it goes on: give `on_event` to a run to hear it.

A listener with an attribute `pieces` that is false hears no `Chunk`, and models are not asked to stream for it. A step
that reads or writes a redacted key tells none. A `path` names the flows and the step, `item` the number of an item in
an `each` step, `attempt` counts from 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from chaindsl.trace.opening import Opening
from chaindsl.trace.record import Record


@dataclass(frozen=True, slots=True)
class RunBegan:
    """A run begins, or goes on after it stopped; `opening` is what it is at its very beginning."""

    run: str
    flow: str
    opening: Opening | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class StepBegan:
    """An attempt of a step begins."""

    path: str
    item: int | None
    attempt: int


@dataclass(frozen=True, slots=True)
class CallBegan:
    """A step asks a model; `characters` is how long the prompt is."""

    path: str
    item: int | None
    attempt: int
    tool: str
    characters: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of an answer, from clients that stream.

    `offset` is how many characters of this answer came before. A piece with offset 0 begins an answer: an earlier one
    that broke off counts no more.
    """

    path: str
    item: int | None
    attempt: int
    tool: str
    text: str
    offset: int


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A model has answered, or failed: then `error` is the name of the exception."""

    path: str
    item: int | None
    attempt: int
    tool: str
    seconds: float
    error: str | None


@dataclass(frozen=True, slots=True)
class StepEnded:
    """An attempt is over, or a whole `each` step is: its record."""

    record: Record


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run stopped: completed, waiting for a decision, failed or cancelled. `stopped` says why, as `run.stopped`.

    `error` is the code of what it failed with; `end` is what the last line of a trace says.
    """

    run: str
    status: str
    stopped: str | None
    error: str | None = None
    end: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


Event: TypeAlias = RunBegan | StepBegan | CallBegan | Chunk | CallEnded | StepEnded | RunEnded
