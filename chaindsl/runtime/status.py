"""Where a run stands, and why it stopped there."""

from enum import StrEnum

from chaindsl.runtime.failure import BudgetExceeded, ChainError, DepthExceeded, Stuck
from chaindsl.runtime.past import Interrupted


class Status(StrEnum):
    """What can be done with a run: wait for it, decide, read its outputs, or repair and retry it."""

    RUNNING = "running"
    WAITING = "waiting"
    COMPLETED = "completed"
    FAILED = "failed"
    OVER_BUDGET = "over_budget"
    INTERRUPTED = "interrupted"
    CANCELLED = "cancelled"


class Stopped(StrEnum):
    """Why a run stopped."""

    END = "end of chain"
    FINAL = "final state"
    DECISION = "decision"
    FAILURE = "failure"
    BUDGET = "budget"
    STUCK = "stuck"
    DEPTH = "depth limit"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


def after_failure(error: ChainError) -> tuple[Status, Stopped]:
    """Return how a run stands that an error has stopped."""
    match error:
        case BudgetExceeded():
            return Status.OVER_BUDGET, Stopped.BUDGET
        case Stuck():
            return Status.FAILED, Stopped.STUCK
        case Interrupted():
            return Status.INTERRUPTED, Stopped.INTERRUPTED
        case DepthExceeded():
            return Status.FAILED, Stopped.DEPTH
    return Status.FAILED, Stopped.FAILURE
