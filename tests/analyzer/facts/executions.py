"""Every way in which a small chain can run, by brute force: loops of at most three rounds, and branches that are free.

Branches may also go by given values, which nothing writes.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown, known


@dataclass(frozen=True)
class Event:
    """A step that ran, and what had been written before it."""

    step: str
    before: frozenset[str]


FAILED = "failed"
Run = tuple[frozenset[str], tuple[Event, ...], str | None]
"""What is written in the end, the events, and the loop key whose truth has just ended a loop.

While a run goes on `KEY=new` says that a parallel part has written a key, `KEY=true` and `KEY=false` what a loop saw.
"""


Values = Mapping[str, str] | None


@dataclass(frozen=True)
class _Around:
    """The loops around a part, the outermost first, and what branches go by."""

    loops: tuple[str, ...] = ()
    values: Values = None

    def within(self, until: str) -> "_Around":
        return _Around((*self.loops, until), self.values)


def executions(flow: Flow, values: Values = None) -> Iterator[tuple[frozenset[str], tuple[Event, ...]]]:
    """Yield each run that comes to its end: what is written then, and its events."""
    for written, events, ended in runs(flow, values):
        if ended != FAILED:
            yield written, events


def runs(flow: Flow, values: Values = None) -> Iterator[Run]:
    """Yield each run, those that fail because a loop is used up or a value has no route included."""
    assert isinstance(flow.body, Chain)
    start = frozenset(entry.key for entry in known(flow.inputs, ()))
    for written, events, ended in _series(flow.body.parts, start, _Around(values=values)):
        yield _keys(written), events, ended


def most_runs(parts: tuple[Part, ...], loops: frozenset[str] = frozenset()) -> int:
    """Return how many runs there are at most: loops in loops and parts side by side multiply them."""
    return math.prod(_most_runs(part, loops) for part in parts)


def _most_runs(part: Part, loops: frozenset[str]) -> int:
    match part:
        case Step():
            return 2 if part.writes in loops else 1
        case Branch(_, routes, otherwise):
            taken = [route.parts for route in known(routes, ())] + ([] if otherwise is None else [otherwise])
            return sum(most_runs(some, loops) for some in taken) or 1
        case Repeat(parts, str(until), int(limit)):
            once = most_runs(parts, loops | {until})
            return sum(int(once**rounds) for rounds in range(1, limit + 1))
        case Parallel(parts):
            return most_runs(parts, loops) << len(parts)
    raise AssertionError(part)


def _series(parts: tuple[Part, ...], written: frozenset[str], around: _Around) -> Iterator[Run]:
    if not parts:
        yield written, (), None
        return
    for after, events, ended in _part(parts[0], written, around):
        if ended is not None:
            yield after, events, ended
        else:
            for last, more, end in _series(parts[1:], after, around):
                yield last, events + more, end


def _part(part: Part, written: frozenset[str], around: _Around) -> Iterator[Run]:
    match part:
        case Step():
            key = str(part.writes)
            event = Event(str(part.name), _keys(written))
            after = frozenset(word for word in written if _key(word) != key) | {key, f"{key}=new"}
            if key in around.loops:
                yield after | {f"{key}=true"}, (event,), key
            yield after | ({f"{key}=false"} if key in around.loops else set()), (event,), None
        case Branch():
            taken = _routes(part, around.values)
            for parts in taken:
                yield from _series(parts, written, around)
            if not taken:
                yield written, (), FAILED
        case Repeat(parts, str(until), int(limit), exhausted):
            yield from _rounds(parts, until, limit, exhausted == "continue", written, around)
        case Parallel(parts):
            yield from _beside(parts, written, around)
        case Nested():
            raise AssertionError


def _routes(part: Branch, values: Values) -> list[tuple[Part, ...]]:
    """The routes that may be taken: all of them where branches are free."""
    routes = known(part.routes, ())
    rest = [] if part.otherwise is None else [part.otherwise]
    if values is None:
        return [*(route.parts for route in routes), *rest]
    named = [
        route.parts
        for route in routes
        if not isinstance(route.label, Unknown) and route.label.value == values[str(part.key)]
    ]
    return named or rest


def _rounds(
    parts: tuple[Part, ...], until: str, left: int, goes_on: bool, written: frozenset[str], around: _Around
) -> Iterator[Run]:
    if left == 0:
        yield written, (), None if goes_on else FAILED
        return
    for after, events, ended in _series(parts, written, around.within(until)):
        if ended == until and until not in around.loops:
            yield after, events, None
        elif ended is not None:
            yield after, events, ended
        else:
            for last, more, end in _rounds(parts, until, left - 1, goes_on, after, around):
                yield last, events + more, end


def _beside(parts: tuple[Part, ...], written: frozenset[str], around: _Around) -> Iterator[Run]:
    """Parallel parts see what was there before all of them; a loop around is looked at when all are done.

    Of their orders those are tried in which one is done before another begins.
    """
    before = frozenset(word for word in written if not word.endswith("=new"))
    found: list[Run] = [(before, (), None)]
    for part in parts:
        each = list(_part(part, before, _Around(values=around.values)))
        found = [
            (_joined(one, after, before), both, end or ended)
            for one, events, ended in found
            for after, more, end in each
            for both in dict.fromkeys([events + more, more + events])
        ]
    for after, events, ended in found:
        if ended == FAILED:
            yield after, events, ended
            continue
        keys = [key for key in around.loops if any(key in _writes(part) for part in parts)]
        going_on = True
        for key in dict.fromkeys(keys):
            if f"{key}=true" in after or f"{key}=false" not in after:
                yield after, events, key
            going_on = going_on and (f"{key}=false" in after or f"{key}=true" not in after)
        if going_on:
            yield after, events, None


def _joined(one: frozenset[str], other: frozenset[str], before: frozenset[str]) -> frozenset[str]:
    """What is known behind two parallel parts: of a key that both have written, nothing."""
    new = [{word.partition("=")[0] for word in part if word.endswith("=new")} for part in (one, other)]
    told = {word for part, keys in zip((one, other), new, strict=True) for word in part if _key(word) in keys}
    old = {word for word in before if _key(word) not in new[0] | new[1]}
    both = new[0] & new[1]
    values = {word for word in told | old if "=" not in word or word.endswith("=new") or _key(word) not in both}
    return frozenset(values | _keys(one) | _keys(other))


def _key(word: str) -> str:
    return word.partition("=")[0]


def _keys(written: frozenset[str]) -> frozenset[str]:
    """The keys among the words: beside them stands what is known of the value of one, `KEY=true` or `KEY=false`."""
    return frozenset(word for word in written if "=" not in word)


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
