"""Who wrote what an attempt read."""

import re
from collections import defaultdict
from collections.abc import Iterable

from chaindsl.view.attempt import Attempt

_TURN = re.compile(r"(round|visit) \d+")


class Sources:
    """The writers of one run's values."""

    def __init__(self, attempts: Iterable[Attempt]) -> None:
        self._by_revision: dict[int, Attempt] = {}
        self._by_key: dict[str, list[Attempt]] = defaultdict(list)
        for attempt in attempts:
            self._by_revision[attempt.data["revision"]] = attempt
            if attempt.wrote and attempt.item is None:
                self._by_key[str(attempt.writes)].append(attempt)

    def of(self, attempt: Attempt, key: str) -> Attempt | None:
        """Return the attempt that wrote what another read under a key; None where it was given to the run.

        A flow inside another has its inputs as values of its own; then it is who wrote that value around it.
        """
        found = self._by_revision.get(attempt.data["revisions"].get(key, 0))
        return found if found is not None else self._around(attempt, key)

    def _around(self, attempt: Attempt, key: str) -> Attempt | None:
        scope = _flows(attempt)
        before = [one for one in self._by_key[key] if one.number < attempt.number]
        for one in reversed(before):
            outer = _flows(one)
            if len(outer) < len(scope) and scope[: len(outer)] == outer:
                return one if one.output == attempt.reads.get(key) else None
        return None


def _flows(attempt: Attempt) -> list[str]:
    """The flows around an attempt, from the outermost."""
    around = attempt.path.removesuffix(f"/{attempt.step}").split("/")
    return [name for name in around if not _TURN.fullmatch(name)]
