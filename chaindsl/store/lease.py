"""The right to advance a run: whoever holds the newest one writes, and nobody else."""

from threading import Lock


class Lease:
    """`fence` is the claim's number. `rows` and `digest` are where the run's journal ends, kept by the store.

    Threads may share a lease: `lock` puts what they write in a row.
    """

    __slots__ = ("digest", "fence", "lock", "owner", "rows", "run")

    def __init__(self, run: str, fence: int, owner: str, rows: int, digest: bytes) -> None:
        self.run = run
        self.fence = fence
        self.owner = owner
        self.rows = rows
        self.digest = digest
        self.lock = Lock()
