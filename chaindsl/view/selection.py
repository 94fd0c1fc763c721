"""Which attempts of a trace somebody wants to see."""

from dataclasses import dataclass

from chaindsl.errors import ChainDslError
from chaindsl.graph.nearest import nearest
from chaindsl.view.attempt import Attempt
from chaindsl.view.loaded import Loaded
from chaindsl.view.outcome import Outcome


@dataclass(frozen=True)
class Selection:
    """What to keep; all of it must hold.

    `step` is a step's name, that of a flow or round around it, a part of a path, or any of them with an item as in
    `NAME/3`; `failed` stands for all that raised, was rejected or fell back.
    """

    step: str | None = None
    failed: bool = False
    state: str | None = None
    min_seconds: float | None = None

    def of(self, trace: Loaded) -> list[Attempt]:
        """Return the attempts that fit. Raises ChainDslError where a step or state is named that is not there."""
        found = list(trace.attempts)
        if self.step is not None:
            found = _of_step(found, self.step)
        if self.state is not None:
            found = _of_state(found, self.state)
        if self.failed:
            found = [attempt for attempt in found if attempt.outcome is not Outcome.OK]
        if self.min_seconds is not None:
            found = [attempt for attempt in found if attempt.seconds >= self.min_seconds]
        return found


def _of_step(attempts: list[Attempt], wanted: str) -> list[Attempt]:
    found = [attempt for attempt in attempts if _is_at(attempt, wanted)]
    name, slash, item = wanted.rpartition("/")
    if not found and slash and item.isdecimal():
        found = [attempt for attempt in attempts if attempt.item == int(item) and _is_at(attempt, name)]
    if not found:
        hint = nearest(wanted, dict.fromkeys(attempt.step for attempt in attempts))
        raise ChainDslError("no-such-step", f"the trace has no step {wanted!r}", wanted, hint=hint)
    return found


def _is_at(attempt: Attempt, wanted: str) -> bool:
    """Whether it is the step, or stands in the flow or round, that is named by its name or by a part of a path."""
    return wanted in (attempt.step, attempt.name) or f"/{wanted}/" in f"/{attempt.path}/"


def _of_state(attempts: list[Attempt], wanted: str) -> list[Attempt]:
    states = dict.fromkeys(str(attempt.data["state"]) for attempt in attempts if attempt.data["state"])
    if wanted not in states:
        hint = nearest(wanted, states) if states else "only workflows have states"
        raise ChainDslError("no-such-state", f"the trace has no state {wanted!r}", wanted, hint=hint)
    return [attempt for attempt in attempts if attempt.data["state"] == wanted]
