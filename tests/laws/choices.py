"""Everything that a run leaves open, decided one run at a time until every way has been tried.

A decision has a key of its own (which step asked, for the how-manieth time), so that runs whose parts go on side by
side are the same run whichever of them asks first.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from threading import Lock
from typing import TypeVar

Result = TypeVar("Result")
Key = tuple[str, int]


class Choices:
    """Decisions of one run: `given` ones as they are, all others as `otherwise` says of how many there are."""

    def __init__(self, given: dict[Key, int], otherwise: Callable[[int], int] = lambda count: 0) -> None:
        self._given = given
        self._otherwise = otherwise
        self._asked: Counter[str] = Counter()
        self._lock = Lock()
        self.made: dict[Key, tuple[int, int]] = {}
        """What was decided, and of how many."""

    def pick(self, name: str, count: int) -> int:
        """Return a number below `count`."""
        with self._lock:
            self._asked[name] += 1
            key = (name, self._asked[name])
            chosen = self._given[key] if key in self._given else self._otherwise(count)
            self.made[key] = (chosen, count)
        return chosen


class Exploration:
    """Runs something in every way, and at random once `most` ways were tried; `whole` says that none was left out.

    Where one of two parts that go on side by side fails, the other may be stopped before or after it decided something:
    then there are ways that nobody can lead a run along, and none is called whole.
    """

    def __init__(self, most: int, more: int = 0, seed: int = 0) -> None:
        self._most = most
        self._more = more
        self._random = random.Random(seed)
        self.whole = False

    def of(self, run: Callable[[Choices], Result]) -> Iterator[Result]:
        """Yield what each way comes to."""
        fixed: dict[Key, int] = {}
        led = True
        for _ in range(self._most):
            choices = Choices(fixed)
            yield run(choices)
            led = led and fixed.keys() <= choices.made.keys()
            following = _following(fixed, choices)
            if following is None:
                self.whole = led
                return
            fixed = following
        for _ in range(self._more):
            yield run(Choices({}, self._random.randrange))


def _following(fixed: dict[Key, int], choices: Choices) -> dict[Key, int] | None:
    """The decisions of the next way: the last one that can be made otherwise is; None when all were tried."""
    # What was asked later may hang on what was decided before, and never the other way round.
    order = [*(key for key in fixed if key in choices.made), *(key for key in choices.made if key not in fixed)]
    while order:
        last = order.pop()
        chosen, count = choices.made[last]
        if chosen + 1 < count:
            return {key: choices.made[key][0] for key in order} | {last: chosen + 1}
    return None
