"""Names that stand for two things in one flow."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown, known
from chaindsl.graph.walk import flow_steps


@dataclass(frozen=True, slots=True)
class Twice:
    """Two things of one name and their places; `same` says that it is one thing that stands twice on one path."""

    kind: str
    name: str
    places: tuple[Place | None, Place | None]
    same: bool = False


Named = tuple[str, str, Place | None, object]
"""What kind of thing, its name, its place, and what tells it from another."""


def duplicates(flow: Flow) -> Iterator[Twice]:
    """Yield each name that stands for two things, once."""
    found: dict[tuple[str, str], Twice] = {}
    body = flow.body
    if isinstance(body, Chain):
        for twice in (*_paths(body.parts, {}), *_different(_named(body.parts))):
            found.setdefault(("part", twice.name), twice)
    else:
        transitions = [("transition", t.name, t.place, index) for index, t in enumerate(body.transitions)]
        states = [("state", s.name, s.place, index) for index, s in enumerate(known(body.states, ()))]
        for twice in _different(
            (kind, name, at, own) for kind, name, at, own in (*transitions, *states) if isinstance(name, str)
        ):
            found.setdefault((twice.kind, twice.name), twice)
    for twice in _different(_prompts(flow)):
        found.setdefault(("prompt", twice.name), twice)
    yield from found.values()


def _different(things: Iterable[Named]) -> Iterator[Twice]:
    first: dict[tuple[str, str], Named] = {}
    for kind, name, place, own in things:
        known_ = first.setdefault((kind if kind not in ("step", "flow") else "part", name), (kind, name, place, own))
        if known_[3] != own:
            yield Twice(kind, name, (known_[2], place))


def _named(parts: Sequence[Part]) -> Iterator[Named]:
    waiting = list(reversed(parts))
    while waiting:
        part = waiting.pop()
        if isinstance(part, Step) and isinstance(part.name, str):
            yield "step", part.name, part.place, (part, part.place)
        elif isinstance(part, Nested) and isinstance(part.flow.name, str):
            yield "flow", part.flow.name, part.place, (part.flow, part.flow.place)
        waiting.extend(reversed([inner for route in _routes(part) for inner in route]))


def _routes(part: Part) -> list[Sequence[Part]]:
    match part:
        case Branch():
            return [*(route.parts for route in known(part.routes, ())), part.otherwise or ()]
        case Repeat() | Parallel():
            return [part.parts]
    return []


def _paths(parts: Sequence[Part], seen: dict[str, Place | None]) -> Iterator[Twice]:
    """Follow a path; names met on it are added to `seen`. Routes of a branch are paths of their own."""
    for part in parts:
        name = part.name if isinstance(part, Step) else part.flow.name if isinstance(part, Nested) else None
        if isinstance(name, str):
            if name in seen:
                yield Twice("step" if isinstance(part, Step) else "flow", name, (seen[name], part.place), same=True)
            seen.setdefault(name, part.place)
        if isinstance(part, Branch):
            yield from _forked(part, seen)
        else:
            for inner in _routes(part):
                yield from _paths(inner, seen)


def _forked(part: Branch, seen: dict[str, Place | None]) -> Iterator[Twice]:
    """Follow each route as if the others were not there. `seen` is in the order in which names were met."""
    met: dict[str, Place | None] = {}
    for route in _routes(part):
        before = len(seen)
        yield from _paths(route, seen)
        while len(seen) > before:
            name, place = seen.popitem()
            met[name] = place
    seen.update(met)


def _prompts(flow: Flow) -> Iterator[Named]:
    for step in flow_steps(flow):
        for prompt in known(step.prompts, ()):
            if isinstance(prompt.name, str) and not isinstance(prompt.text, Unknown):
                yield "prompt", prompt.name, prompt.place, (prompt.version, prompt.text)
