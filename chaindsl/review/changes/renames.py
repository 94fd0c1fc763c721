"""Finds what has only another name: where structure and surroundings leave no doubt, and never by likeness.

A step is renamed if it stands in the same place and says the same; a state, if the same transitions of one kind and
another lead to it and from it. What might be two things is two things.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher

from chaindsl.graph.flow import Chain, Flow, Transition, Workflow
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.review.changes.change import Aspect, Named, Renamed
from chaindsl.review.changes.element import Element, elements
from chaindsl.review.changes.exact import exact
from chaindsl.review.changes.machinewise import named_states
from chaindsl.review.changes.renaming import renamed

Names = Mapping[str, str]


def renames(old: Flow, new: Flow) -> tuple[Renamed, ...]:
    """Return what is in both flows under different names, the flows themselves apart."""
    match old.body, new.body:
        case Chain(before), Chain(after):
            return tuple(_steps(elements(before), elements(after)))
        case Workflow() as before, Workflow() as after:
            return tuple(_parts(before, after))
    return ()


def _steps(old: list[Element], new: list[Element]) -> Iterator[Renamed]:
    """Steps in a gap between parts that are the same in both: the one on this side that says what one there says."""
    before, after = ({one.name for one in some} for some in (old, new))
    for tag, i1, i2, j1, j2 in SequenceMatcher(a=_keys(old), b=_keys(new), autojunk=False).get_opcodes():
        if tag == "replace":
            lost = [one for one in old[i1:i2] if one.kind is Aspect.STEP and one.name not in after]
            found = [one for one in new[j1:j2] if one.kind is Aspect.STEP and one.name not in before]
            for name, other in _matched({o.name: _nameless(o) for o in lost}, {n.name: _nameless(n) for n in found}):
                yield Renamed(Named.STEP, name, other)


def _keys(some: list[Element]) -> list[tuple[Aspect, str, str]]:
    return [(one.kind, one.name, one.route) for one in some]


def _nameless(element: Element) -> object:
    assert isinstance(element.part, Step)
    return exact(replace(element.part, name="")), element.trail


def _matched(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Pair what is equal on both sides, if nothing else on either side is equal to it."""
    for name, value in old.items():
        alike = [other for other, found in new.items() if found == value]
        if len(alike) == 1 and sum(found == value for found in old.values()) == 1:
            yield name, alike[0]


def _parts(old: Workflow, new: Workflow) -> Iterator[Renamed]:
    """States and transitions, in turn: each that is found may tell who another one is."""
    states: dict[str, str] = {}
    transitions: dict[str, str] = {}
    while True:
        body = renamed_body(old, states, transitions)
        found = dict(_states(body, new))
        more = dict(_transitions(body, new))
        if not found and not more:
            break
        states |= found
        transitions |= more
    yield from (Renamed(Named.STATE, before, after) for before, after in states.items())
    yield from (Renamed(Named.TRANSITION, before, after) for before, after in transitions.items())


def renamed_body(body: Workflow, states: Names, transitions: Names) -> Workflow:
    """Return a workflow under other names."""
    found = renamed(Flow("", body), {}, states, transitions).body
    assert isinstance(found, Workflow)
    return found


def _states(old: Workflow, new: Workflow) -> Iterator[tuple[str, str]]:
    before, after = named_states(old), named_states(new)
    gone = {state: _surroundings(old, state) for state in before if state not in after}
    come = {state: _surroundings(new, state) for state in after if state not in before}
    return _matched(gone, come)


def _surroundings(body: Workflow, state: str) -> object:
    """All that is said of a state but its name; a state that nothing names is like no other."""
    said: list[object] = [state == body.initial, state in body.final_states()]
    for declared in () if isinstance(body.states, Unknown) else body.states:
        if declared.name == state:
            said.append(exact(replace(declared, name="")))
        if declared.on_timeout == state:
            said.append(("timeout", exact(declared.name)))
    ends = [end for transition in body.transitions for end in _ends(transition, state)]
    return (*said, *ends) if ends else object()


def _ends(transition: Transition, state: str) -> Iterable[object]:
    """How a transition leads to a state or from it."""
    if isinstance(transition.name, Unknown):
        return
    for what in ("sources", "targets"):
        states = getattr(transition, what)
        if isinstance(states, tuple) and state in states:
            yield transition.name, what, states.index(state), len(states)
    if transition.on_failure == state:
        yield transition.name, "on failure"


def _transitions(old: Workflow, new: Workflow) -> Iterator[tuple[str, str]]:
    before = {one.name: one for one in old.transitions if isinstance(one.name, str)}
    after = {one.name: one for one in new.transitions if isinstance(one.name, str)}
    gone = {key: _otherwise(one) for key, one in before.items() if key not in after}
    come = {key: _otherwise(one) for key, one in after.items() if key not in before}
    return _matched(gone, come)


def _otherwise(transition: Transition) -> object:
    """All that a transition says but its name."""
    work = None if transition.work is None else replace(transition.work, name="")
    return exact(replace(transition, name="", work=work))
