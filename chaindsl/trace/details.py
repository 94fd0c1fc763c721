"""What an attempt tells beside what it read and wrote. Most have nothing to tell but their model calls.

Many runs at once keep many attempts, and Python's garbage collector goes through all that can refer to anything. So
model calls alone are packed into one flat tuple of texts and numbers, which it passes over.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from chaindsl.trace.call import ModelCall
from chaindsl.trace.keep import portable


class Absent:
    """Stands for a value that is not there; there is one, in every process."""

    __slots__ = ()

    def __reduce__(self) -> str:
        return "ABSENT"

    def __repr__(self) -> str:
        return "—"


ABSENT = Absent()


class Details:
    """What only some attempts have to tell. What is not set is as the class says, which costs nothing.

    `made` counts the model calls, `calls` tells of those that came back: a call that outlives its attempt is not
    among them. `raw` is the text that a fallback replaced. `items` and `dropped` belong to an `each` step's list.
    """

    rejected: object = ABSENT
    raw: str | None = None
    message: str | None = None
    error: str | None = None
    fallback: bool = False
    made: int = 0
    _calls: tuple[tuple[Any, ...], ...] = ()
    exit_code: int | None = None
    tail: str | None = None
    items: int | None = None
    dropped: int = 0
    idempotency_key: str | None = None

    @property
    def calls(self) -> tuple[ModelCall, ...]:
        """The model calls, in the order in which they came back."""
        return tuple(ModelCall(*call) for call in self._calls)

    @calls.setter
    def calls(self, calls: Iterable[tuple[Any, ...]]) -> None:
        self._calls = tuple(map(tuple, calls))

    def __getstate__(self) -> dict[str, object]:
        return {name: portable(value) for name, value in vars(self).items()}

    def __repr__(self) -> str:
        return f"Details({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


NO_DETAILS = Details()
# One that has every attribute, before many are made side by side and filled later: so all share the names of their
# attributes, and none needs a dict of its own.
_FULL = Details()
for _name in Details.__annotations__:
    setattr(_FULL, _name, getattr(Details, _name))

Packed = tuple[Any, ...]
"""The first parts of the only call, where the rest are as `ModelCall` says; else how many calls were made, and then
all the parts of each that came back."""
_SHORT = 5
_WHOLE = len(ModelCall._fields)
_PADDING = ModelCall("", 0, 0.0)


def packed(made: int, calls: Sequence[tuple[Any, ...]]) -> Packed:
    """Return model calls as one tuple; each is what a ModelCall is made of, all of it or its first five parts."""
    if made == 1 and len(calls) == 1 and len(calls[0]) == _SHORT:
        return calls[0]
    return (made, *(part for call in calls for part in (*call, *_PADDING[len(call) :])))


def calls_in(told: Packed) -> tuple[tuple[Any, ...], ...]:
    """Return what the model calls that were packed are made of."""
    if len(told) == _SHORT:
        return (told,)
    return tuple(told[start : start + _WHOLE] for start in range(1, len(told), _WHOLE))


def made_in(told: Packed) -> int:
    """Return how many model calls were made."""
    return 1 if len(told) == _SHORT else int(told[0])


def unpacked(told: Packed) -> Details:
    """Return what was packed as details."""
    details = Details()
    details.made = made_in(told)
    details.calls = calls_in(told)
    return details
