"""Which keys the rest of a chain still reads, so that `drop=True` can free the others."""

from collections.abc import Sequence

from chaindsl.graph.flow import Branch, Flow, Nested, Parallel, Part, Repeat, Transition
from chaindsl.graph.guard import Expression, Predicate, guard_keys
from chaindsl.graph.outputs import part_writes
from chaindsl.graph.step import Each, Effect, Source, Step
from chaindsl.graph.template import placeholders
from chaindsl.graph.unknown import known

EVERY = "*"
"""Stands for every key, where a step is handed all values."""

Keys = frozenset[str]


def reads_of(part: Part) -> Keys:
    """Return the keys that a part may read from the values around it."""
    match part:
        case Step():
            return _step(part)
        case Nested(flow):
            return frozenset(entry.key for entry in known(flow.inputs, ()))
        case Branch(key, routes, otherwise):
            inner = [p for route in known(routes, ()) for p in route.parts] + list(otherwise or ())
            return frozenset((known(key, EVERY),)).union(*map(reads_of, inner))
        case Repeat(parts, until):
            return frozenset((known(until, EVERY),)).union(*map(reads_of, parts))
        case Parallel(parts):
            return frozenset[str]().union(*map(reads_of, parts))
    return frozenset((EVERY,))


def transition_reads(transition: Transition) -> Keys:
    """Return the keys that a transition's guard, work or flow may read."""
    found: set[str] = set()
    match transition.guard:
        case Expression(condition):
            found.update(guard_keys(condition))
        case Predicate(check):
            found.update(read.key if read.source is not Source.VALUES else EVERY for read in check.reads)
    if transition.work is not None:
        found |= _step(transition.work)
    if isinstance(transition.runs, Flow):
        found.update(entry.key for entry in known(transition.runs.inputs, ()))
    return frozenset(found)


def touched(part: Part) -> Keys:
    """Return the keys that a part reads or writes: those that may be read for the last time there."""
    return reads_of(part) | frozenset(known(part_writes(part), ()))


def live_after(parts: Sequence[Part], live: Keys) -> list[Keys]:
    """Return, for each part of a series, the keys still read after it, when `live` are read after the series."""
    found: list[Keys] = []
    for part in reversed(parts):
        found.append(live)
        live = live | reads_of(part)
    return found[::-1]


def _step(step: Step) -> Keys:
    checks = known(step.validators, ())
    reads = [*step.reads, *(read for check in checks for read in check.reads)]
    found = {EVERY if read.source is Source.VALUES else read.key for read in reads if read.source is not Source.ACTOR}
    if isinstance(step.each, Each):
        found.add(known(step.each.key, EVERY))
    if isinstance(step.effect, Effect):
        found.update(placeholders(known(step.effect.key, None) or ""))
    return frozenset(found)
