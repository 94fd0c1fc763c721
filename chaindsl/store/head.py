"""What a store knows of a run without reading its journal."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Head:
    """Where a run stands.

    `graph` is the hash of the graph it is pinned to. `key` is what its starter called it, and `digest` the hash of
    what it was started with. `revision` counts its stops. `fence` grows with every claim; `owner` names the process
    that advances it now and is None while nobody does; `beat` is when that process was last heard of. `updated` is when
    the run was last created, claimed, stopped, released or pinned. `rows` is how many rows its journal has. Times are
    seconds since the epoch.
    """

    id: str
    flow: str
    graph: str
    digest: str
    status: str
    key: str | None = None
    stopped: str | None = None
    state: str | None = None
    revision: int = 0
    fence: int = 0
    owner: str | None = None
    beat: float = 0.0
    created: float = 0.0
    updated: float = 0.0
    rows: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """How a run stands when it stops: what changes in its head."""

    status: str
    stopped: str | None
    state: str | None


def stopped(head: Head, standing: Standing, at: float) -> Head:
    """Return the head of a run that stops at a time: a revision later, and with nobody who advances it."""
    return replace(
        head,
        status=standing.status,
        stopped=standing.stopped,
        state=standing.state,
        revision=head.revision + 1,
        owner=None,
        updated=at,
    )
