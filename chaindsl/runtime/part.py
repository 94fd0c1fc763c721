"""Parts of a chain, made ready to run, and how they follow one another."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from chaindsl.runtime.action import Halt, Moves
from chaindsl.runtime.failure import ChainError
from chaindsl.runtime.frame import Frame


class Part(Protocol):
    """Something that runs on the values of a frame."""

    def perform(self, frame: Frame) -> Moves[Any]:
        """Run; the result is the loop that ends here because its key became true, or None."""


class Series:
    """Parts one after the other. Where one fails the run halts, and goes on at that part when it is advanced again."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)

    def perform(self, frame: Frame) -> Moves[Any]:
        """Run the parts in order, until a loop ends."""
        for part in self.parts:
            while True:
                try:
                    ended = yield from part.perform(frame)
                except ChainError as error:
                    failure = error
                else:
                    if ended is not None:
                        return ended
                    break
                yield Halt(failure)
        return None


class Ending:
    """A part that writes the key of a loop around it: when the key is true then, the loop ends there."""

    __slots__ = ("_loops", "_part")

    def __init__(self, part: Part, loops: Sequence[tuple[str, Any]]) -> None:
        self._part = part
        self._loops = tuple(loops)

    def perform(self, frame: Frame) -> Moves[Any]:
        """Run the part; the outermost loop whose key it has just made true ends."""
        before = [frame.cells.get(key) for key, _ in self._loops]
        ended = yield from self._part.perform(frame)
        for (key, loop), cell in zip(self._loops, before, strict=True):
            if frame.cells.get(key) is not cell and frame.values[key]:
                return loop
        return ended


class Freeing:
    """A part after which some keys are read no more: they are forgotten."""

    __slots__ = ("_keys", "_part")

    def __init__(self, part: Part, keys: Iterable[str]) -> None:
        self._part = part
        self._keys = tuple(keys)

    def perform(self, frame: Frame) -> Moves[Any]:
        """Run the part, then drop the keys."""
        ended = yield from self._part.perform(frame)
        for key in self._keys:
            frame.drop(key)
        return ended
