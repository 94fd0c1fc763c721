"""Which step of a chain is at work after a record, as far as that is certain. What branches or overlaps is not."""

from collections.abc import Iterator

from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.view.attempt import Attempt
from chaindsl.view.page.places import Address


def at_work(flow: Flow, last: Attempt | None) -> Address | None:
    """Return the step that runs now, None where it may be one of several, or none."""
    if not isinstance(flow.body, Chain):
        return None
    if last is None:
        return _first(flow, flow.body.parts)
    if last.item is not None or not last.data["ok"]:
        return last.flow, last.step
    for name, parts, until in _rows(flow):
        for number, part in enumerate(parts):
            if name == last.flow and isinstance(part, Step) and part.name == last.step and part.writes != until:
                return _first_named(name, parts[number + 1 :])
    return None


def _first(flow: Flow, parts: tuple[Part, ...]) -> Address | None:
    return _first_named(str(flow.name), parts)


def _first_named(flow: str, parts: tuple[Part, ...]) -> Address | None:
    """The first of some parts, if it is a step, or begins with one."""
    match parts[:1]:
        case (Step() as step,):
            return flow, str(step.name)
        case (Repeat(inner),):
            return _first_named(flow, inner)
        case (Nested(inner_flow),) if isinstance(inner_flow.body, Chain):
            return _first(inner_flow, inner_flow.body.parts)
    return None


def _rows(flow: Flow) -> Iterator[tuple[str, tuple[Part, ...], object]]:
    """Every run of parts that follow each other, with its flow's name, and the key that ends the loop around it."""
    if isinstance(flow.body, Chain):
        yield from _inside(str(flow.name), flow.body.parts, None)


def _inside(flow: str, parts: tuple[Part, ...], until: object) -> Iterator[tuple[str, tuple[Part, ...], object]]:
    yield flow, parts, until
    for part in parts:
        match part:
            case Repeat():
                yield from _inside(flow, part.parts, part.until)
            case Branch(_, routes, otherwise):
                for route in () if isinstance(routes, Unknown) else routes:
                    yield from _inside(flow, route.parts, until)
                yield from _inside(flow, otherwise or (), until)
            case Nested(inner):
                yield from _rows(inner)
