"""Ends a run for good. It needs neither the flow nor its functions."""

from chaindsl.runtime.codec import json_line
from chaindsl.runtime.failure import Refused
from chaindsl.runtime.past import past_of
from chaindsl.runtime.status import Status, Stopped
from chaindsl.store.head import Head, Standing
from chaindsl.store.owner import me
from chaindsl.store.row import Row
from chaindsl.store.store import Store


def cancelled(store: Store, run_id: str) -> Head:
    """End a run for good. Whoever advances it now can record nothing any more, and stops at its next step.

    Raises NoRun, and Refused for a run that has ended already.
    """
    head = store.head(run_id)
    if head.status in (Status.COMPLETED, Status.CANCELLED):
        raise Refused("wrong-status", f"run {run_id} is {head.status} already", run_id)
    lease = store.claim(run_id, me(), alive=_nobody)
    spent = past_of(store.rows(run_id)).seconds
    data = {"status": Status.CANCELLED, "stopped": Stopped.CANCELLED, "state": head.state, "spent": {"seconds": spent}}
    standing = Standing(Status.CANCELLED, Stopped.CANCELLED, head.state)
    return store.stop(lease, [Row("stopped", json_line(data))], standing)


def _nobody(head: Head) -> bool:
    return False
