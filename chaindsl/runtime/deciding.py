"""Whether something may be done with a run as it stands; what may not leaves the run as it was."""

from collections.abc import Mapping
from typing import Any

from chaindsl.graph.nearest import nearest
from chaindsl.graph.state import Actor
from chaindsl.runtime.decision import Decision
from chaindsl.runtime.failure import Refused
from chaindsl.runtime.run import Run
from chaindsl.runtime.status import Status

DECIDABLE = (Status.WAITING, Status.FAILED, Status.OVER_BUDGET, Status.INTERRUPTED)
REPAIRABLE = (Status.FAILED, Status.OVER_BUDGET, Status.INTERRUPTED)


def expect(run: Run, *statuses: Status) -> None:
    """Raise Refused where a run stands otherwise."""
    if run.status not in statuses:
        may = " or ".join(statuses)
        raise _refusal(run, "wrong-status", f"run {run.id} is {run.status}, and this needs one that is {may}", run.id)


def decided(run: Run, transition: str, arguments: Mapping[str, Any] | None, actor: Actor | str) -> Decision:
    """Return a decision about a run. Raises Refused where a run stands otherwise, and for nobody who decides."""
    expect(run, *DECIDABLE)
    if actor not in tuple(Actor):
        hint = nearest(str(actor), (Actor.AGENT, Actor.HUMAN))
        raise _refusal(run, "wrong-actor", f"{actor!r} is nobody who decides", transition, hint)
    return Decision(transition, dict(arguments or {}), Actor(actor))


def may_retry(run: Run, actor: Actor | str) -> None:
    """Raise Refused where what failed was a person's to decide, and somebody else wants it tried again."""
    failed = next((link for link in run.links if link.recovery), None)
    if failed is not None and failed.actor is Actor.HUMAN and actor != Actor.HUMAN:
        message = f"{failed.transition} is for a {failed.actor} to decide, and so is trying it again"
        raise _refusal(run, "wrong-actor", message, failed.transition)


def _refusal(run: Run, code: str, message: str, subject: str, hint: str | None = None) -> Refused:
    refusal = Refused(code, message, subject, None, hint)
    refusal.run = run
    return refusal
