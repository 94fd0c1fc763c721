"""A minimal runner to compare with: sixty lines with values copied for each step, retry, trace, wall-clock budget.

It is what one would write in an afternoon, and it does not validate, meter, or keep mutable values as they were.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Values = dict[str, Any]
Named = tuple[str, Callable[..., Any], Sequence[str], str]


class OverBudget(Exception):
    """The run took longer than it may."""


class MinimalRunner:
    """Runs named functions in order; each reads keys and writes one."""

    def __init__(
        self,
        steps: Sequence[Named],
        tools: Mapping[str, Any],
        *,
        attempts: int = 2,
        backoff: float = 0.5,
        seconds: float,
    ) -> None:
        self.steps = steps
        self.tools = dict(tools)
        self.attempts = attempts
        self.backoff = backoff
        self.seconds = seconds

    def run(self, values: Values) -> tuple[Values, list[dict[str, Any]]]:
        """Return the values at the end and one trace entry for each attempt."""
        trace: list[dict[str, Any]] = []
        began = time.monotonic()
        for name, function, reads, writes in self.steps:
            if time.monotonic() - began > self.seconds:
                raise OverBudget(name)
            values = {**values, writes: self.attempt(name, function, reads, values, trace)}
        return values, trace

    def attempt(
        self, name: str, function: Callable[..., Any], reads: Sequence[str], values: Values, trace: list[dict[str, Any]]
    ) -> Any:
        """Call one function until it returns, at most `attempts` times."""
        inputs = [values[key] for key in reads]
        for attempt in range(1, self.attempts + 1):
            started = time.perf_counter()
            entry: dict[str, Any] = {"step": name, "attempt": attempt, "inputs": inputs}
            trace.append(entry)
            try:
                output = function(*inputs, **self.tools)
            except Exception as error:
                entry["error"] = repr(error)
                if attempt == self.attempts:
                    raise
                time.sleep(self.backoff * attempt)
            else:
                entry["output"] = output
                return output
            finally:
                entry["seconds"] = time.perf_counter() - started
        return None
