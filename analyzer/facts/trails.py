"""Shortest trails through the keys of one flow, from all models in it or from one of its inputs."""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.body.marks import Argument, Everything, Keyed, Mark, Model
from analyzer.facts.taint import Trail
from chaindsl.graph.place import Place


@dataclass(frozen=True, slots=True, eq=False)
class Writer:
    """Something that writes a key, for a part of the flow; `given` says that the caller does.

    `sources` is what the value is made of, each with the hops that it takes on the way.
    """

    key: str
    place: Place | None
    part: object = None
    sources: tuple[tuple[Mark, Trail], ...] = ()
    given: bool = False


ComesFrom = Callable[[object, str, Writer], bool]
"""Whether what a part reads under a key may be what a writer wrote."""


class Trails:
    """The trails from one origin: an input where one is named, else all models and what agents supply."""

    def __init__(self, writers: Sequence[Writer], comes_from: ComesFrom, given: str | None = None) -> None:
        self._writers = writers
        self._comes_from = comes_from
        self._given = given

    @property
    def empty(self) -> bool:
        """Whether nothing that is written comes from the origin."""
        return not self._found

    def into(self, part: object, marks: Iterable[Mark]) -> Trail | None:
        """Return the shortest trail that ends in values with these origins, as a part of the flow sees them.

        It is empty for what comes from the origin itself; None where nothing of it does.
        """
        found: list[Trail] = []
        for mark in marks:
            match mark:
                case Model() | Argument() if self._starts(mark):
                    found.append(())
                case Keyed(key):
                    found += self.trails(part, key)
                case Everything():
                    found += [trail for key in self._by_key for trail in self.trails(part, key)]
        return min(found, key=length, default=None)

    def trails(self, part: object, key: str) -> list[Trail]:
        """Return a trail for each writer of what a part reads under a key, the shortest first.

        Without a part, of what is under the key in the end.
        """
        if not self._found:
            return []
        writers = (one for one in self._by_key.get(key, ()) if id(one) in self._found)
        return sorted(
            (self._found[id(one)] for one in writers if self._comes_from(part, key, one)),
            key=length,
        )

    @cached_property
    def _by_key(self) -> dict[str, list[Writer]]:
        found: dict[str, list[Writer]] = {}
        for writer in self._writers:
            found.setdefault(writer.key, []).append(writer)
        return found

    @cached_property
    def _readers(self) -> dict[str, list[tuple[Writer, Trail]]]:
        """What is made of each key, with the hops in between."""
        found: dict[str, list[tuple[Writer, Trail]]] = {}
        for writer in self._writers:
            for mark, hops in writer.sources:
                keys = [mark.key] if isinstance(mark, Keyed) else self._by_key if isinstance(mark, Everything) else ()
                for key in keys:
                    found.setdefault(key, []).append((writer, hops))
        return found

    @cached_property
    def _found(self) -> dict[int, Trail]:
        """A shortest trail to what each writer writes."""
        found: dict[int, Trail] = {}
        waiting = [(length(trail), number, writer, trail) for number, (writer, trail) in enumerate(self._first())]
        heapq.heapify(waiting)
        count = len(waiting)
        while waiting:
            _, _, writer, trail = heapq.heappop(waiting)
            if id(writer) in found:
                continue
            found[id(writer)] = trail
            for reader, hops in self._readers.get(writer.key, ()):
                if id(reader) not in found and self._comes_from(reader.part, writer.key, writer):
                    count += 1
                    heapq.heappush(waiting, (length((*trail, *hops)), count, reader, (*trail, *hops)))
        return found

    def _first(self) -> list[tuple[Writer, Trail]]:
        if self._given is not None:
            return [(writer, ()) for writer in self._writers if writer.given and writer.key == self._given]
        return [(writer, hops) for writer in self._writers for mark, hops in writer.sources if self._starts(mark)]

    def _starts(self, mark: Mark) -> bool:
        if self._given is not None:
            return False
        return isinstance(mark, Model) or (isinstance(mark, Argument) and not mark.person)


def length(trail: Trail) -> tuple[int, list[str]]:
    """Return what orders trails: the shortest first, then by names."""
    return len(trail), [hop.writer for hop in trail]
