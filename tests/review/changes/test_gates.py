"""No human gate is removed without the first line of every report saying so."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chaindsl.graph.flow import Chain, Flow, Transition, Workflow
from chaindsl.graph.guarantee import Decides
from chaindsl.graph.guard import Expression, Predicate, parse_guard
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Check, Effect, Step
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.review.changes.markdown import markdown
from chaindsl.review.changes.plain import text
from chaindsl.review.changes.record import json_text
from tests.review.changes.made import compared, difference

STATES = ("a", "b", "c", "d", "e")
OPAQUE = Predicate(Check("sure"))
DETERMINISTIC, AGENT, HUMAN = Actor.DETERMINISTIC, Actor.AGENT, Actor.HUMAN
FINAL = frozenset({"d", "e"})


def transition(name: str, source: str, target: str, actor: Actor, **more: object) -> Transition:
    return Transition(name, (source,), (target,), actor, **more)  # type: ignore[arg-type]


def effect(name: str) -> Step:
    return Step(name, effect=Effect())


@st.composite
def workflows(draw: st.DrawFn) -> Flow:
    found = []
    for number in range(draw(st.integers(1, 6))):
        actor = draw(st.sampled_from([DETERMINISTIC, AGENT, HUMAN, HUMAN]))
        guard = draw(st.sampled_from([None, OPAQUE])) if actor is DETERMINISTIC else None
        name = f"t{number}"
        work = draw(st.sampled_from([None, effect(name)]))
        source, target = draw(st.sampled_from(STATES[:3])), draw(st.sampled_from(STATES))
        found.append(transition(name, source, target, actor, guard=guard, work=work))
    always = draw(st.lists(st.sampled_from([Decides("human", "d"), Decides("human", "e")]), unique=True))
    return Flow("flow", Workflow(tuple(found), "a", tuple(sorted(FINAL))), guarantees=tuple(always))


def with_transitions(flow: Flow, *transitions: Transition) -> Flow:
    assert isinstance(flow.body, Workflow)
    return replace(flow, body=replace(flow.body, transitions=transitions))


def transitions(flow: Flow) -> tuple[Transition, ...]:
    assert isinstance(flow.body, Workflow)
    return flow.body.transitions


@st.composite
def edits(draw: st.DrawFn, flow: Flow) -> Flow:
    """Something that may take a gate away: a transition goes, gets another actor, or one more leads past it."""
    some = list(transitions(flow))
    what = draw(st.sampled_from(["drop", "actor", "past", "promise", "target"]))
    index = draw(st.integers(0, len(some) - 1))
    if what == "drop":
        del some[index]
    elif what == "actor":
        some[index] = replace(some[index], actor=draw(st.sampled_from([DETERMINISTIC, AGENT, HUMAN])))
    elif what == "target":
        some[index] = replace(some[index], targets=(draw(st.sampled_from(STATES)),))
    elif what == "past":
        source, target = draw(st.sampled_from(STATES[:3])), draw(st.sampled_from(STATES))
        more = transition("past", source, target, draw(st.sampled_from([DETERMINISTIC, AGENT])))
        some.insert(draw(st.integers(0, len(some))), more)
    else:
        flow = replace(flow, guarantees=flow.guarantees[1:] if isinstance(flow.guarantees, tuple) else ())
    return with_transitions(flow, *some)


def taken(flow: Flow, state: str, *, alone: bool) -> Iterator[Transition]:
    """What may be taken in a state, by the rules of the language alone; with `alone` what needs no person."""
    leaving = [one for one in transitions(flow) if one.sources == (state,)]
    if state in FINAL:
        return
    for one in leaving:
        if one.actor is DETERMINISTIC:
            yield one
            if one.guard is None:
                return
    yield from (one for one in leaving if one.actor is AGENT or (one.actor is HUMAN and not alone))


def explored(flow: Flow, *, alone: bool) -> tuple[set[str], set[str]]:
    """The states and the transitions that a run may come to."""
    states, names, waiting = {"a"}, set(), ["a"]
    while waiting:
        for one in taken(flow, waiting.pop(), alone=alone):
            assert isinstance(one.targets, tuple)
            names.add(str(one.name))
            if one.targets[0] not in states:
                states.add(one.targets[0])
                waiting.append(one.targets[0])
    return states, names


def lost(old: Flow, new: Flow) -> bool:
    """Whether a gate of the old flow is none in the new one, by exploring both."""
    (old_states, old_names), (_, new_names) = explored(old, alone=False), explored(new, alone=False)
    human = [{str(one.name) for one in transitions(flow) if one.actor is HUMAN} for flow in (old, new)]
    if (human[0] & old_names) - (human[1] & new_names):
        return True
    (states, names), (bare_states, bare_names) = explored(old, alone=True), explored(new, alone=True)
    effects = {str(one.name) for one in transitions(old) if one.work is not None}
    goals = (old_states & FINAL) - states | (old_names & effects) - names
    assert isinstance(old.guarantees, tuple)
    assert isinstance(new.guarantees, tuple)
    return bool(goals & (bare_states | bare_names)) or bool(set(old.guarantees) - set(new.guarantees))


@given(st.data())
def test_the_first_line_says_that_a_gate_is_gone(data: st.DataObject) -> None:
    old = data.draw(workflows())
    new = data.draw(edits(old))
    assume(lost(old, new))
    found = difference(old, new)
    assert text(found).startswith("human gate removed: ")


@given(workflows())
def test_nothing_is_said_where_nothing_has_changed(flow: Flow) -> None:
    assert text(difference(flow, flow)) == "No flow differs between old and new.\n"


@given(workflows(), st.permutations(["x1", "x2", "x3", "x4", "x5", "x6"]))
def test_other_names_take_no_gate_away(flow: Flow, names: list[str]) -> None:
    """Whether or not it is certain which is which, as long as each says something else."""
    assume(len({replace(one, name="", work=None) for one in transitions(flow)}) == len(transitions(flow)))
    new = with_transitions(
        flow,
        *(
            replace(one, name=name, work=None if one.work is None else replace(one.work, name=name))
            for one, name in zip(transitions(flow), names, strict=False)
        ),
    )
    found = compared(flow, new)
    assert (found.verb, found.removed) == ("same", ())


@given(workflows())
def test_a_flow_that_goes_takes_its_gates_along(flow: Flow) -> None:
    gone = text(difference(flow, None))
    if explored(flow, alone=False)[1] & {str(one.name) for one in transitions(flow) if one.actor is HUMAN}:
        assert gone.startswith("human gate removed: ")


ASKED = with_transitions(
    Flow("flow", Workflow((), "a", ("d",), (State("b"),))),
    transition("check", "a", "b", DETERMINISTIC),
    transition("approve", "b", "c", HUMAN),
    transition("deploy", "c", "d", DETERMINISTIC, work=effect("deploy")),
)
NOT_KNOWN = Unknown(Why.DYNAMIC, "pick()")


def _body(flow: Flow, **more: object) -> Flow:
    assert isinstance(flow.body, Workflow)
    return replace(flow, body=replace(flow.body, **more))  # type: ignore[arg-type]


CHECK, APPROVE, DEPLOY = transitions(ASKED)
PAST = {
    "an actor that can't be followed": with_transitions(ASKED, CHECK, replace(APPROVE, actor=NOT_KNOWN), DEPLOY),
    "transitions that can't be followed": _body(ASKED, open=NOT_KNOWN),
    "a target that can't be followed": with_transitions(ASKED, replace(CHECK, targets=NOT_KNOWN), APPROVE, DEPLOY),
    "a time-out": _body(ASKED, states=(State("b", timeout=60, on_timeout="c"),)),
    "a failure": with_transitions(ASKED, CHECK, replace(APPROVE, on_failure="c"), DEPLOY),
    "one before it": with_transitions(ASKED, transition("skip", "b", "c", DETERMINISTIC), *transitions(ASKED)),
    "one that may be": with_transitions(
        ASKED, transition("skip", "b", "c", DETERMINISTIC, guard=OPAQUE), *transitions(ASKED)
    ),
    "a guard that never holds": with_transitions(
        ASKED, CHECK, replace(APPROVE, guard=Expression(parse_guard("n > 1 and n < 0"))), DEPLOY
    ),
    "a model beside": with_transitions(ASKED, *transitions(ASKED), transition("skip", "b", "c", AGENT)),
    "a chain instead": Flow("flow", Chain((effect("deploy"),))),
    "another start": _body(ASKED, initial="c"),
    "another end": _body(
        with_transitions(ASKED, *transitions(ASKED), transition("x", "b", "z", AGENT)), final=("d", "z")
    ),
}


@pytest.mark.parametrize("way", PAST)
def test_every_way_past_a_gate_is_told(way: str) -> None:
    found = difference(ASKED, PAST[way])
    assert text(found).startswith("human gate removed: ")
    assert markdown(found).startswith("**⛔ human gate removed: ")
    first, told = next(iter(json.loads(json_text(found)).items()))
    assert (first, [one["flow"] for one in told][:1]) == ("human_gates_removed", ["flow"])


def test_what_happens_beside_a_gate_is_told_without_alarm() -> None:
    old = with_transitions(ASKED, transition("skip", "b", "c", DETERMINISTIC, guard=OPAQUE), *transitions(ASKED))
    other = Predicate(Check("surer"))
    new = with_transitions(ASKED, transition("skip", "b", "c", DETERMINISTIC, guard=other), *transitions(ASKED))
    found = compared(old, new)
    assert found.removed == ()
    assert found.touched == ("guard of `skip` in state `b`",)
