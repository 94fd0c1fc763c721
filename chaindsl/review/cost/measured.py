"""What traces tell of steps: how often an attempt succeeds, how long it takes, what it asks, which routes are taken."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chaindsl.errors import ChainDslError
from chaindsl.review.cost.interval import Share
from chaindsl.review.cost.spread import Spread
from chaindsl.trace.jsonl import read_trace
from chaindsl.trace.stored import StoredTrace

ENDING = ".jsonl"


@dataclass(slots=True)
class StepSeen:
    """What was counted of one step's attempts. Tokens are those of one call, where the client reports them."""

    attempts: int = 0
    accepted: int = 0
    seconds: list[float] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    input_tokens: list[int] = field(default_factory=list)
    output_tokens: list[int] = field(default_factory=list)
    items: list[int] = field(default_factory=list)
    outputs: Counter[str] = field(default_factory=Counter)
    fallbacks: int = 0

    @property
    def success(self) -> Share:
        """How many attempts wrote a value of their own; a fallback is none."""
        return Share(self.accepted, self.attempts)


@dataclass(slots=True)
class Measured:
    """What a folder of traces tells, by flow and step, and by flow and transition."""

    traces: int = 0
    steps: dict[tuple[str, str], StepSeen] = field(default_factory=dict)
    transitions: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, trace: StoredTrace) -> None:
        """Count one run's records."""
        self.traces += 1
        for record in trace.records:
            flow, step = str(record.get("flow")), str(record.get("step"))
            if record.get("transition") and record.get("ok"):
                self.transitions[flow, str(record["transition"])] += 1
            _count(self.steps.setdefault((flow, step), StepSeen()), record)


def measure(folder: str) -> Measured:
    """Read every trace in a folder. Raises ChainDslError: `no-traces` where there is none, else as `read_trace`."""
    path = Path(folder)
    files = sorted(path.glob(f"*{ENDING}")) if path.is_dir() else [path] if path.is_file() else []
    if not files:
        hint = "write them with `chaindsl run --trace FOLDER/NAME.jsonl`"
        raise ChainDslError("no-traces", f"{folder!r} holds no file whose name ends with {ENDING}", folder, hint=hint)
    found = Measured()
    for file in files:
        found.add(read_trace(file))
    return found


def _count(seen: StepSeen, record: Mapping[str, Any]) -> None:
    if isinstance(record.get("items"), int):
        # The record of a whole `each` step: its items have records of their own.
        seen.items.append(record["items"])
        return
    fell_back = bool(record.get("fallback"))
    seen.attempts += 1
    seen.accepted += bool(record.get("ok")) and not fell_back
    seen.fallbacks += fell_back
    seen.seconds.append(float(record.get("seconds") or 0))
    calls = record.get("calls") or []
    seen.calls.append(len(calls))
    for call in calls:
        for name, into in (("input_tokens", seen.input_tokens), ("output_tokens", seen.output_tokens)):
            if isinstance(call.get(name), int):
                into.append(call[name])
    if record.get("ok") and isinstance(record.get("output"), str | bool | int):
        seen.outputs[str(record["output"])] += 1


def spread_of(numbers: Iterable[float]) -> Spread | None:
    """Return the least, the mean and the most of what was measured; None where nothing was."""
    found = list(numbers)
    return Spread(min(found), sum(found) / len(found), max(found)) if found else None
