"""Two runs compared: what differs, where that began, what could explain it, and what followed from it."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from chaindsl.view.diff.align import align
from chaindsl.view.diff.change import Change, edited_prompts, edited_steps, of_place
from chaindsl.view.diff.place import Place, Verdict
from chaindsl.view.diff.sources import Sources
from chaindsl.view.loaded import Loaded

WAY = "the way taken"
"""In the place of a key, for what only one run came to."""


@dataclass(frozen=True)
class Difference:
    """A place that differs. `changes` could explain it by themselves.

    `reads` are what differed before: keys with the place that wrote each (None where it was given to the run), items
    of a list, or `WAY` with the first place that differed. Without any the difference began here.
    """

    place: Place
    changes: tuple[Change, ...]
    reads: tuple[tuple[str, Place | None], ...]

    @property
    def began(self) -> bool:
        """Whether it has nothing to inherit: both runs were at one until here."""
        return not self.reads and self.place.changed


@dataclass(frozen=True)
class Comparison:
    """Two runs, `left` before and `right` after."""

    left: Loaded
    right: Loaded

    @cached_property
    def places(self) -> list[Place]:
        """Every place that either run came to, in the order of the flow."""
        return align(self.left, self.right)

    @cached_property
    def prompts(self) -> dict[str, Change]:
        """Every prompt that was edited, whether or not it was used."""
        return edited_prompts(self.left, self.right)

    @cached_property
    def steps(self) -> list[Change]:
        """What was changed in the flow's steps."""
        return edited_steps(self.left, self.right)

    @cached_property
    def inputs(self) -> list[str]:
        """The keys given to the run whose values differ, as far as steps read them."""
        found: dict[str, None] = {}
        for difference in self.differences:
            found.update((key, None) for key, writer in difference.reads if writer is None)
        return list(found)

    @cached_property
    def differences(self) -> list[Difference]:
        """Every place that differs in anything but time, in the order of the flow."""
        found: list[Difference] = []
        first: Place | None = None
        for place in self.places:
            changes = of_place(place, self.prompts)
            if place.verdict is Verdict.SAME and not changes:
                continue
            found.append(Difference(place, tuple(changes), tuple(self._before(place, first))))
            first = first or (place if place.changed else None)
        return found

    def _before(self, place: Place, first: Place | None) -> Iterator[tuple[str, Place | None]]:
        """Yield what a place inherits its difference from."""
        if place.verdict in (Verdict.ONLY_LEFT, Verdict.ONLY_RIGHT):
            yield from [] if first is None else [(WAY, first)]
            return
        if place.any.whole:
            items = (other for other in self._items[place.key[0], place.key[2]] if other.changed)
            yield from ((f"item {other.key[1]}", other) for other in items)
        yield from ((key, self._writer(place, key)) for key in place.changed_reads)

    @cached_property
    def _items(self) -> dict[tuple[str, int], list[Place]]:
        """The places of items by the path of the list that they make."""
        found: dict[tuple[str, int], list[Place]] = defaultdict(list)
        for place in self.places:
            if place.key[1] is not None:
                found[place.key[0], place.key[2]].append(place)
        return found

    @property
    def first(self) -> Difference | None:
        """The first place whose output differs."""
        return next((difference for difference in self.differences if difference.place.changed), None)

    @property
    def same(self) -> bool:
        """Whether nothing but time differs."""
        ended = (self.left.status, self.left.stopped) == (self.right.status, self.right.stopped)
        return ended and not self.differences and not self.prompts and not self.steps

    def inherited(self, origin: Difference) -> list[Place]:
        """Return every place whose difference came, by what it read, from that of another."""
        return self._reached(origin)[0]

    def absorbed(self, origin: Difference) -> list[Place]:
        """Return every place that read what differs because of another, and all the same wrote the same."""
        return self._reached(origin)[1]

    def _reached(self, origin: Difference) -> tuple[list[Place], list[Place]]:
        """The places that are reached by reads from one that differs: those that differ too, and where that ends."""
        found = {id(origin.place): origin.place}
        pending = [origin.place]
        while pending:
            for reader in self._readers[id(pending.pop())]:
                if id(reader) not in found:
                    found[id(reader)] = reader
                    pending += [reader] if reader.changed else []
        ordered = sorted((place for place in found.values() if place is not origin.place), key=self._number)
        return [place for place in ordered if place.changed], [place for place in ordered if not place.changed]

    def _number(self, place: Place) -> int:
        return self._numbers[id(place)]

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {id(place): number for number, place in enumerate(self.places)}

    @cached_property
    def _readers(self) -> dict[int, list[Place]]:
        """For each place those that read otherwise because of it."""
        found: dict[int, list[Place]] = defaultdict(list)
        told = {id(difference.place): difference.reads for difference in self.differences}
        for place in self.places:
            reads = told.get(id(place)) or [(key, self._writer(place, key)) for key in place.changed_reads]
            for writer in {id(writer): writer for _, writer in reads if writer is not None}:
                found[writer].append(place)
        return found

    def _writer(self, place: Place, key: str) -> Place | None:
        for side, source in ((place.left, self._sources[0]), (place.right, self._sources[1])):
            found = source.of(side.last, key) if side else None
            if found is not None:
                return self._by_attempt[id(found)]
        return None

    @cached_property
    def _sources(self) -> tuple[Sources, Sources]:
        return Sources(self.left.attempts), Sources(self.right.attempts)

    @cached_property
    def _by_attempt(self) -> dict[int, Place]:
        return {id(a): place for place in self.places for side in (place.left, place.right) for a in side.attempts}
