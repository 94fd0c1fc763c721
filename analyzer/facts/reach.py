"""Which parts of a flow what a model wrote reaches, through which keys, along paths that a run can take.

A trail starts at the step whose model wrote it, or at the transition whose actor supplied it, and ends where `ends`
says of a step, or of an input, that whatever is there is no longer a model's own. It goes into flows inside the flow,
and out of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.body.marks import Mark, Model
from analyzer.facts.body.works import Works
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.inner_flows import Inner
from analyzer.facts.net import Net
from analyzer.facts.taint import Hop, Trail
from analyzer.facts.trails import Trails, Writer
from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Flow
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown

_MOST_INNER = 200
"""Into more flows inside one nobody looks."""
_MOST_KEYS = 100
"""Nor at more inputs or outputs of a flow inside."""


@dataclass(frozen=True, slots=True)
class Passed:
    """What comes out of a flow under one key: from its own models, and from its inputs, with the trails inside."""

    own: Trail | None
    inputs: Mapping[str, Trail]


class Reach:
    """The trails of one flow. `steps` stand directly in it, each once; `inner` has the trails of flows inside it."""

    def __init__(
        self,
        facts: FlowFacts,
        steps: Iterable[Step],
        works: Works,
        ends: Callable[[Step | Input], bool],
        inners: Iterable[Inner],
        inner: Callable[[Flow], "Reach"],
    ) -> None:
        self._facts = facts
        self._steps = [step for step in steps if isinstance(step.writes, str)]
        self._works = works
        self._ends = ends
        self._inners = list(inners)[:_MOST_INNER]
        self._inner = inner
        self._given: dict[str, Trails] = {}
        self._places: dict[tuple[int, str], frozenset[Place | None] | None] = {}

    @cached_property
    def models(self) -> Trails:
        """The trails from models and from what agents supply."""
        return Trails(self.writers, self.comes_from)

    def given(self, key: str) -> Trails:
        """The trails from an input."""
        if key not in self._given:
            self._given[key] = Trails(self.writers, self.comes_from, key)
        return self._given[key]

    @cached_property
    def passed(self) -> Mapping[str, Passed]:
        """What comes out of the flow, by the key."""
        outputs = flow_outputs(self._facts.flow)
        if isinstance(outputs, Unknown):
            return {}
        inputs = [writer.key for writer in self.writers if writer.given][:_MOST_KEYS]
        found: dict[str, Passed] = {}
        for key in outputs[:_MOST_KEYS]:
            own = next(iter(self.models.trails(None, key)), None)
            through = {given: self.given(given).trails(None, key) for given in inputs}
            found[key] = Passed(own, {given: trails[0] for given, trails in through.items() if trails})
        return found

    @cached_property
    def writers(self) -> list[Writer]:
        """Everything that writes a key: the caller, steps, and flows inside this one."""
        flow = self._facts.flow
        inputs = () if isinstance(flow.inputs, Unknown) else flow.inputs
        found = [Writer(part.key, part.place or flow.place, given=not self._ends(part)) for part in inputs]
        found += (
            Writer(str(step.writes), step.place, step, tuple((mark, (_hop(step),)) for mark in self._marks(step)))
            for step in self._steps
        )
        for inner in self._inners:
            for key, passed in self._inner(inner.flow).passed.items():
                found.append(Writer(key, inner.flow.place, inner.part, tuple(_sources(inner, passed))))
        return found

    def _marks(self, step: Step) -> Iterable[Mark]:
        """Where the value of a step comes from; what a command prints is its own."""
        hands_on = step.command is False and not self._ends(step)
        return (self._works.values(step) or ()) if hands_on else ()

    def comes_from(self, part: object, key: str, writer: Writer) -> bool:
        """Whether what a part reads under a key may be what this one wrote; where that is not known, it may."""
        places = self._written_at(part, key)
        return places is None or writer.place in places

    def _written_at(self, part: object, key: str) -> frozenset[Place | None] | None:
        at = (id(part), key)
        if at not in self._places:
            self._places[at] = self._look(part, key)
        return self._places[at]

    def _look(self, part: object, key: str) -> frozenset[Place | None] | None:
        found: set[Place | None] = set()
        nodes = [Net.END] if part is None else self._nodes.get(id(part))
        for node in nodes or ():
            writes = self._facts.keys.writers(node, key)
            if writes is None:
                return None
            found.update(write.place for write in writes)
        return None if nodes is None else frozenset(found)

    @cached_property
    def _nodes(self) -> dict[int, list[int]]:
        """The nodes of the net that read for a part: a step, a branch, a flow, a transition or its work."""
        found: dict[int, list[int]] = {}
        for number, node in enumerate(self._facts.net.nodes):
            for part in (node.part, node.transition, None if node.transition is None else node.transition.work):
                if part is not None:
                    found.setdefault(id(part), []).append(number)
        return found


def _sources(inner: Inner, passed: Passed) -> Iterator[tuple[Mark, Trail]]:
    if passed.own is not None:
        yield Model(str(inner.flow.name)), passed.own
    for key, trail in passed.inputs.items():
        mark = inner.handed.get(key)
        if mark is not None:
            yield mark, trail


def _hop(step: Step) -> Hop:
    return Hop(str(step.name), str(step.writes), step.place)
