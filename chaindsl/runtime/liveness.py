"""Which keys the rest of a chain still reads, so that `drop=True` can free the others."""

from collections.abc import Iterator, Sequence

from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat, Transition, Workflow
from chaindsl.graph.guard import Expression, Predicate, guard_keys
from chaindsl.graph.outputs import part_writes
from chaindsl.graph.reads import effect_keys
from chaindsl.graph.step import Each, Source, Step
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


def overwritten(part: Part) -> Keys:
    """Return the keys that a part always writes, whose old values are dead before it unless it reads them."""
    return frozenset((part.writes,)) if isinstance(part, Step) and isinstance(part.writes, str) else frozenset()


def all_keys(flow: Flow) -> Keys:
    """Return every key that a chain may hold."""
    parts = flow.body.parts if isinstance(flow.body, Chain) else ()
    inputs = frozenset(entry.key for entry in known(flow.inputs, ()))
    return inputs.union(*(known(part_writes(part), ()) for part in parts))


def live_after(parts: Sequence[Part], live: Keys) -> list[Keys]:
    """Return, for each part of a series, the keys still read after it, when `live` are read after the series."""
    found: list[Keys] = []
    for part in reversed(parts):
        found.append(live)
        live = (live - overwritten(part)) | reads_of(part)
    return found[::-1]


def dead_keys(body: Workflow, outputs: Keys) -> dict[str, Keys]:
    """Return, for each state of a workflow, the keys that nothing reads from there on: a least fixed point."""
    live = {state: set(outputs) for state in _states(body)}
    every = set(outputs).union(*map(transition_touches, body.transitions))
    changed = True
    while changed:
        changed = False
        for source, target, reads, kills in _moves(body):
            more = (reads | (live[target] - kills)) - live[source]
            live[source] |= more
            changed = changed or bool(more)
    return {state: frozenset() if EVERY in keys else frozenset(every - keys) for state, keys in live.items()}


def transition_touches(transition: Transition) -> Keys:
    """Return the keys that a transition reads or writes."""
    found = set(transition_reads(transition))
    if transition.work is not None:
        found.update(known(part_writes(transition.work), ()))
    if isinstance(transition.runs, Flow):
        found.update(known(part_writes(Nested(transition.runs)), ()))
    return frozenset(found)


def _states(body: Workflow) -> set[str]:
    found = {str(body.initial), *body.final_states(), *(str(state.name) for state in known(body.states, ()))}
    for source, target, _, _ in _moves(body):
        found |= {source, target}
    return found


def _moves(body: Workflow) -> Iterator[tuple[str, str, Keys, Keys]]:
    """Every way from one state to another, with what is read and what is overwritten on it."""
    for transition in body.transitions:
        reads = transition_reads(transition)
        kills = frozenset[str]() if transition.work is None else overwritten(transition.work)
        for source in known(transition.sources, ()):
            yield from ((source, target, reads, kills) for target in known(transition.targets, ()))
            if isinstance(transition.on_failure, str):
                yield source, transition.on_failure, reads, frozenset()
    for state in known(body.states, ()):
        if isinstance(state.on_timeout, str):
            yield str(state.name), state.on_timeout, frozenset(), frozenset()


def _step(step: Step) -> Keys:
    checks = known(step.validators, ())
    reads = [*step.reads, *(read for check in checks for read in check.reads)]
    found = {EVERY if read.source is Source.VALUES else read.key for read in reads if read.source is not Source.ACTOR}
    if isinstance(step.each, Each):
        found.add(known(step.each.key, EVERY))
    return frozenset(found).union(effect_keys(step))
