"""Effects that a run may cause more than once without a key by which the outside can tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat
from chaindsl.graph.place import Place
from chaindsl.graph.step import Effect, Step
from chaindsl.graph.unknown import Unknown, known

Again = tuple[str, Place | None]
"""What makes it happen again, and where that stands."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """A step with an effect, and what may make it happen again."""

    step: Step
    again: tuple[Again, ...]


def repeated_effects(flow: Flow) -> Iterator[Repeated]:
    """Yield the steps and transitions whose effect may happen again, those of flows inside included."""
    yield from _flow(flow, ())


def _flow(flow: Flow, around: tuple[Again, ...]) -> Iterator[Repeated]:
    if isinstance(flow.body, Chain):
        yield from _parts(flow.body.parts, around)
        return
    for transition in flow.body.transitions:
        work = transition.work
        if isinstance(transition.runs, Flow):
            tries = () if work is None else _attempts(work)
            if around or tries:
                yield from _flow(transition.runs, (*around, *tries))
        elif work is not None:
            yield from _step(work, around)


def _parts(parts: Sequence[Part], around: tuple[Again, ...]) -> Iterator[Repeated]:
    for part in parts:
        match part:
            case Step():
                yield from _step(part, around)
            case Nested(flow):
                # What a flow inside repeats by itself is found where it is defined.
                if around:
                    yield from _flow(flow, around)
            case Repeat():
                once = isinstance(part.limit, Unknown) or part.limit <= 1
                loop: Again = (f"it stands in a `repeat` of up to {part.limit} rounds", part.place)
                yield from _parts(part.parts, around if once else (*around, loop))
            case Branch(_, routes, otherwise):
                for route in known(routes, ()):
                    yield from _parts(route.parts, around)
                yield from _parts(otherwise or (), around)
            case Parallel():
                yield from _parts(part.parts, around)


def _step(step: Step, around: tuple[Again, ...]) -> Iterator[Repeated]:
    effect = step.effect
    again = (*around, *_attempts(step))
    if isinstance(effect, Effect) and effect.key is None and not effect.automatic and again:
        yield Repeated(step, again)


def _attempts(step: Step) -> tuple[Again, ...]:
    most = known(step.attempts.most, 1)
    return ((f"`{step.name}` is tried up to {most} times", step.place),) if most > 1 else ()
