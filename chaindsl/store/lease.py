"""The right to advance a run: whoever holds the newest one writes, and nobody else."""

from threading import Lock

from chaindsl.store.head import Head


class Lease:
    """`fence` is the claim's number, and `claim` what the mark behind the journal says as long as it holds.

    `rows` and `digest` are where the run's journal ends, `base` is where it begins in a database; the store keeps them.
    `created` tells the run from a later one of its name. Threads may share a lease: `lock` puts what they write in a
    row.
    """

    __slots__ = ("base", "claim", "created", "digest", "fence", "lock", "owner", "rows", "run")

    def __init__(
        self, run: str, fence: int, owner: str, created: float, rows: int, digest: bytes, base: int = 0
    ) -> None:
        self.run = run
        self.created = created
        self.fence = fence
        self.owner = owner
        self.rows = rows
        self.digest = digest
        self.base = base
        self.claim = claim(fence, owner)
        self.lock = Lock()

    def counts(self, head: Head, base: int = 0) -> bool:
        """Say whether this is the newest claim to this very run, not to one of its name that was pruned."""
        mine = self.fence, self.owner, self.created, self.base
        return mine == (head.fence, head.owner, head.created, base)


def claim(fence: int, owner: str | None) -> str:
    """Return what the mark behind a journal says of who may add rows to it."""
    return f"{fence} {owner or ''}"
