"""The journal of a run that nothing keeps: it takes from a record what is not to be done again, and writes nowhere."""

from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.journal import Journal
from chaindsl.runtime.past import Key, Past
from chaindsl.store.memory import MemoryStore
from chaindsl.store.row import Row


class Repeated(ChainError):
    """What a step had failed with when it was recorded; it was not tried again."""

    def __init__(self, step: str, said: str) -> None:
        super().__init__("recorded-failure", f"step {step} failed, as it was recorded: {said}", step)


class Rehearsal(Journal):
    """`broken` holds, by step, what those had failed with that are not to be tried again."""

    def __init__(self, past: Past, broken: dict[Key, Repeated]) -> None:
        super().__init__(MemoryStore(), None, past)
        self.broken = broken

    def write(self, row: Row) -> int:
        """Write nothing."""
        return self.flush()

    def flush(self) -> int:
        """Write nothing."""
        self._pending.clear()
        self._next += 1
        return self._next - 1

    def live(self, key: Key, *, repeatable: bool) -> None:
        """Raise what a step had failed with that is not to be tried again."""
        super().live(key, repeatable=repeatable)
        if key in self.broken:
            raise self.broken[key]
