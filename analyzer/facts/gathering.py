"""Texts that are made of every key there is so far: the whole history of a run, whatever somebody adds to it later."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from analyzer.facts.body.marks import Everything, Keyed, Mark
from analyzer.facts.body_facts import BodyFacts
from analyzer.facts.keyset import EVERYTHING
from analyzer.source.definition import Definition, Expr
from chaindsl.graph.place import Place
from chaindsl.graph.step import Source, Step

FEW = 4
"""Fewer keys are what a prompt may well need."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """A place where such a text goes into a prompt, the keys it is made of, and the step that made it, if another."""

    step: Step
    place: Place
    keys: tuple[str, ...]
    maker: Step | None = None


def gathered(bodies: BodyFacts) -> Iterator[Gathered]:
    """Yield the prompts that are given every key there is, in the order of the flow."""
    makers = dict(_makers(bodies))
    for step in bodies.steps():
        if not makers and not _may_gather(bodies, step):
            continue
        seen: set[Place] = set()
        for text in (text for one in bodies.works.asked(step) for text in one.texts):
            for found in _in_text(bodies, step, text, makers):
                if found.place not in seen:
                    seen.add(found.place)
                    yield found


def _in_text(
    bodies: BodyFacts, step: Step, text: Definition, makers: dict[str, tuple[Step, tuple[str, ...]]]
) -> Iterator[Gathered]:
    marks = bodies.works.origins(text)
    place = text.frame.module.place(text.node) if isinstance(text, Expr) else step.place
    if place is None:
        return
    keys = _all_of(bodies, step, marks)
    if keys:
        yield Gathered(step, place, keys)
    for mark in marks:
        if isinstance(mark, Keyed) and mark.key in makers and makers[mark.key][0] is not step:
            maker, keys = makers[mark.key]
            yield Gathered(step, place, keys, maker)


def _makers(bodies: BodyFacts) -> Iterator[tuple[str, tuple[Step, tuple[str, ...]]]]:
    """The steps that gather everything under a key, without asking a model."""
    for step in bodies.steps():
        if isinstance(step.writes, str) and _may_gather(bodies, step) and not bodies.works.asked(step):
            keys = _all_of(bodies, step, bodies.works.values(step) or ())
            if keys:
                yield step.writes, (step, keys)


def _may_gather(bodies: BodyFacts, step: Step) -> bool:
    """Whether a step reads enough keys."""
    if len(step.reads) + (step.each is not None) < FEW and all(read.source is not Source.VALUES for read in step.reads):
        return False
    marks = set(bodies.works.marks(step))
    return sum(isinstance(mark, Keyed) for mark in marks) >= FEW or any(isinstance(mark, Everything) for mark in marks)


def _all_of(bodies: BodyFacts, step: Step, marks: Iterable[Mark]) -> tuple[str, ...]:
    """The keys that a value is made of, if these are all that there surely are when the step runs."""
    keys = {mark.key for mark in marks if isinstance(mark, Keyed)}
    there = _there(bodies, step) if len(keys) >= FEW else None
    return tuple(sorted(keys)) if there is not None and there <= keys else ()


def _there(bodies: BodyFacts, step: Step) -> frozenset[str] | None:
    """The keys that surely are there when a step runs; None where that is not known."""
    net, before = bodies.facts.net, bodies.facts.keys.before
    found: int | None = None
    for number, node in enumerate(net.nodes):
        work = None if node.transition is None else node.transition.work
        if node.part is step or work is step:
            found = before[number] if found is None else found & before[number]
    return None if found is None or found == EVERYTHING else frozenset(net.index.keys(found))
