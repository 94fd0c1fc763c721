"""Every way in which a small chain can run, by brute force: conditions free, loops of at most three rounds."""

from collections.abc import Iterator
from dataclasses import dataclass

from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import known


@dataclass(frozen=True)
class Event:
    """A step that ran, and what had been written before it."""

    step: str
    before: frozenset[str]


FAILED = "failed"
Run = tuple[frozenset[str], tuple[Event, ...], str | None]
"""What is written in the end, the events, and the loop key whose truth has just ended a loop."""


def executions(flow: Flow) -> Iterator[tuple[frozenset[str], tuple[Event, ...]]]:
    """Yield each run that comes to its end: what is written then, and its events."""
    for written, events, ended in runs(flow):
        if ended != FAILED:
            yield written, events


def runs(flow: Flow) -> Iterator[Run]:
    """Yield each run, those that fail because a loop is used up included."""
    assert isinstance(flow.body, Chain)
    yield from _series(flow.body.parts, frozenset(entry.key for entry in known(flow.inputs, ())), ())


def _series(parts: tuple[Part, ...], written: frozenset[str], loops: tuple[str, ...]) -> Iterator[Run]:
    if not parts:
        yield written, (), None
        return
    for after, events, ended in _part(parts[0], written, loops):
        if ended is not None:
            yield after, events, ended
        else:
            for last, more, end in _series(parts[1:], after, loops):
                yield last, events + more, end


def _part(part: Part, written: frozenset[str], loops: tuple[str, ...]) -> Iterator[Run]:
    match part:
        case Step():
            key = str(part.writes)
            event = Event(str(part.name), written)
            if key in loops:
                yield written | {key}, (event,), key
            yield written | {key}, (event,), None
        case Branch(_, routes, otherwise):
            for parts in (*(route.parts for route in known(routes, ())), *(() if otherwise is None else (otherwise,))):
                yield from _series(parts, written, loops)
        case Repeat(parts, str(until), int(limit), exhausted):
            yield from _rounds(parts, until, limit, exhausted == "continue", written, loops)
        case Parallel(parts):
            yield from _beside(parts, written, loops)
        case Nested():
            raise AssertionError


def _rounds(
    parts: tuple[Part, ...], until: str, left: int, goes_on: bool, written: frozenset[str], loops: tuple[str, ...]
) -> Iterator[Run]:
    if left == 0:
        yield written, (), None if goes_on else FAILED
        return
    for after, events, ended in _series(parts, written, (*loops, until)):
        if ended == until and until not in loops:
            yield after, events, None
        elif ended is not None:
            yield after, events, ended
        else:
            for last, more, end in _rounds(parts, until, left - 1, goes_on, after, loops):
                yield last, events + more, end


def _beside(parts: tuple[Part, ...], written: frozenset[str], loops: tuple[str, ...]) -> Iterator[Run]:
    """Parallel parts see what was there before all of them; a loop around is looked at when all are done."""
    found: list[Run] = [(written, (), None)]
    for part in parts:
        each = list(_part(part, written, ()))
        found = [
            (one | after, events + more, end or ended) for one, events, ended in found for after, more, end in each
        ]
    for after, events, ended in found:
        if ended == FAILED:
            yield after, events, ended
            continue
        keys = [key for key in loops if any(key in _writes(part) for part in parts)]
        for key in dict.fromkeys(keys):
            yield after, events, key
        yield after, events, None


def _writes(part: Part) -> set[str]:
    match part:
        case Step():
            return {str(part.writes)}
        case Branch(_, routes, otherwise):
            return {k for route in known(routes, ()) for p in route.parts for k in _writes(p)} | {
                k for p in otherwise or () for k in _writes(p)
            }
        case Repeat(parts) | Parallel(parts):
            return {k for p in parts for k in _writes(p)}
    return set()
