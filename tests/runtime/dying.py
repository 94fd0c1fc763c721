"""A store whose process dies: at a chosen write, before it or after it, and from then on nothing reaches it."""

from typing import Any

from chaindsl.store.memory import MemoryStore

WRITES = ("create", "append", "stop", "claim")


class Death(BaseException):
    """The process is gone."""


class Dying:
    """What one process sees of a store; it dies at its `last` write, counted from 1: before that is done, or after."""

    def __init__(self, store: MemoryStore, last: int, after: bool) -> None:
        self._store = store
        self._left = last
        self._after = after
        self.dead = False

    def __getattr__(self, name: str) -> Any:
        if self.dead:
            raise Death
        method = getattr(self._store, name)
        if name not in WRITES:
            return method

        def write(*args: Any, **options: Any) -> Any:
            if self.dead:
                raise Death
            self._left -= 1
            if self._left:
                return method(*args, **options)
            self.dead = True
            if self._after:
                method(*args, **options)
            raise Death

        return write
