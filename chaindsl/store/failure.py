"""What a store refuses, and what it notices."""

from chaindsl.errors import ChainDslError
from chaindsl.store.head import Head


class StoreError(ChainDslError):
    """A store could not do what it was asked to. Nothing was changed."""


class NoRun(StoreError):
    """There is no run of this id."""

    def __init__(self, run: str) -> None:
        super().__init__("no-run", f"there is no run {run}", run, None, "those there are: chaindsl runs list")


class NoGraph(StoreError):
    """There is no graph of this hash."""

    def __init__(self, digest: str) -> None:
        super().__init__("no-graph", f"the store has no graph {digest}", digest)


class RunExists(StoreError):
    """A run of this id exists."""

    def __init__(self, run: str) -> None:
        super().__init__("run-exists", f"there is a run {run} already", run)


class KeyTaken(StoreError):
    """A flow has a run that was started under this key: `head`."""

    def __init__(self, head: Head) -> None:
        self.head = head
        super().__init__("key-taken", f"{head.flow} was started under {head.key} before: run {head.id}", head.key)


class Stale(StoreError):
    """A run has moved on since its caller saw it. `head` is how it stands now."""

    def __init__(self, head: Head, revision: int) -> None:
        self.head = head
        message = f"run {head.id} is at revision {head.revision}, and the decision was made at revision {revision}"
        super().__init__("stale-revision", message, head.id, None, "get the run, and decide on what it offers now")


class Busy(StoreError):
    """A run is being advanced by somebody else."""

    def __init__(self, head: Head) -> None:
        self.head = head
        message = f"run {head.id} is being advanced by {head.owner}"
        super().__init__("busy", message, head.id, None, "get the run until it has stopped")


class Fenced(StoreError):
    """Somebody else has claimed the run since; what this process does for it counts no longer."""

    def __init__(self, run: str) -> None:
        super().__init__("fenced", f"run {run} was claimed by somebody else meanwhile", run)


class Damaged(StoreError):
    """What is read is not what was written."""

    def __init__(self, subject: str, why: str) -> None:
        super().__init__("store-damaged", f"{subject} is damaged: {why}", subject, None, "restore it from a backup")


_PLACE = "is the place there, and may your user read and write it?"


class Unavailable(StoreError):
    """The place where runs are kept can't be used: no room, no permission, no connection."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__("store-unavailable", f"{where} can't be used: {why}", where, None, _PLACE)
