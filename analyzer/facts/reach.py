"""Which parts of a flow what a model wrote reaches, through which keys, along paths that a run can take.

A trail starts at the step whose model wrote it, or at the transition whose actor supplied it, and ends where `ends`
says of a step that whatever it writes is no longer a model's own.
"""

from collections import deque
from collections.abc import Callable, Iterable
from functools import cached_property

from analyzer.facts.body.marks import Argument, Everything, Keyed, Mark, Model
from analyzer.facts.body.works import Works
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.taint import Hop, Trail
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step

Key = tuple[int, str]


class Reach:
    """The trails of one flow. `steps` are those that stand directly in it, each once."""

    def __init__(self, facts: FlowFacts, steps: Iterable[Step], works: Works, ends: Callable[[Step], bool]) -> None:
        self._facts = facts
        self._steps = [step for step in steps if isinstance(step.writes, str)]
        self._works = works
        self._ends = ends
        self._places: dict[Key, frozenset[Place | None] | None] = {}

    def into(self, part: object, marks: Iterable[Mark]) -> Trail | None:
        """Return the shortest trail that ends in values with these origins, as a part of the flow sees them.

        It is empty for what a model writes in that part itself; None where no model wrote any of it.
        """
        found: list[Trail] = []
        for mark in marks:
            match mark:
                case Model() | Argument(person=False):
                    found.append(())
                case Keyed(key):
                    found += self.trails(part, key)
                case Everything():
                    found += [trail for key in self._writers for trail in self.trails(part, key)]
        return min(found, key=_length, default=None)

    def trails(self, part: object, key: str) -> list[Trail]:
        """Return a trail for each step that may have written what a part reads under a key, the shortest first."""
        writers = (step for step in self._writers.get(key, ()) if self._comes_from(part, key, step))
        return sorted((self._trails[id(step)] for step in writers if id(step) in self._trails), key=_length)

    @cached_property
    def _writers(self) -> dict[str, list[Step]]:
        found: dict[str, list[Step]] = {}
        for step in self._steps:
            found.setdefault(str(step.writes), []).append(step)
        return found

    @cached_property
    def _readers(self) -> dict[str, list[Step]]:
        """Steps by the keys that their own values are made of."""
        found: dict[str, list[Step]] = {}
        for step in self._steps:
            for mark in self._works.values(step) or ():
                keys = [mark.key] if isinstance(mark, Keyed) else self._writers if isinstance(mark, Everything) else []
                for key in keys:
                    found.setdefault(key, []).append(step)
        return found

    @cached_property
    def _trails(self) -> dict[int, Trail]:
        """A shortest trail to what each step writes, by the step."""
        found: dict[int, Trail] = {}
        waiting: deque[Step] = deque()
        for step in self._steps:
            marks = self._works.values(step) or ()
            if self._hands_on(step) and any(isinstance(mark, Model | Argument) and _models(mark) for mark in marks):
                found[id(step)] = (_hop(step),)
                waiting.append(step)
        while waiting:
            writer = waiting.popleft()
            for step in self._readers.get(str(writer.writes), ()):
                if (
                    id(step) not in found
                    and self._hands_on(step)
                    and self._comes_from(step, str(writer.writes), writer)
                ):
                    found[id(step)] = (*found[id(writer)], _hop(step))
                    waiting.append(step)
        return found

    def _hands_on(self, step: Step) -> bool:
        """What a command prints is its own."""
        return step.command is False and not self._ends(step)

    def _comes_from(self, part: object, key: str, writer: Step) -> bool:
        """Whether what a part reads under a key may be what this step wrote; where that is not known, it may."""
        places = self._written_at(part, key)
        return places is None or writer.place in places

    def _written_at(self, part: object, key: str) -> frozenset[Place | None] | None:
        at = (id(part), key)
        if at not in self._places:
            self._places[at] = self._look(part, key)
        return self._places[at]

    def _look(self, part: object, key: str) -> frozenset[Place | None] | None:
        found: set[Place | None] = set()
        nodes = self._nodes.get(id(part))
        for node in nodes or ():
            writes = self._facts.keys.writers(node, key)
            if writes is None:
                return None
            found.update(write.place for write in writes)
        return None if nodes is None else frozenset(found)

    @cached_property
    def _nodes(self) -> dict[int, list[int]]:
        """The nodes of the net that read for a part: a step, a branch, a transition or its work."""
        found: dict[int, list[int]] = {}
        for number, node in enumerate(self._facts.net.nodes):
            for part in (node.part, node.transition, None if node.transition is None else node.transition.work):
                if part is not None:
                    found.setdefault(id(part), []).append(number)
        return found


def _models(mark: Mark) -> bool:
    return not (isinstance(mark, Argument) and mark.person)


def _hop(step: Step) -> Hop:
    return Hop(str(step.name), str(step.writes), step.place)


def _length(trail: Trail) -> tuple[int, list[str]]:
    return len(trail), [hop.writer for hop in trail]
