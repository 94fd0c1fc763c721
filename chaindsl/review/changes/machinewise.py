"""What differs between two workflows: states, transitions, the order in which they are tried."""

from collections.abc import Callable, Iterator

from chaindsl.draw.wording import name
from chaindsl.graph.flow import Flow, Transition, Workflow
from chaindsl.graph.state import Actor, State
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Maybe, Unknown
from chaindsl.review.changes.change import Aspect, Change, Verb
from chaindsl.review.changes.element import kept_in_order
from chaindsl.review.changes.exact import normal, same
from chaindsl.review.changes.stepwise import changed, step_changes
from chaindsl.review.changes.wording import guard_words, plain

Inner = Callable[[Flow, Flow], Iterator[Change]]
_NO_WORK = Step("")


def workflow_changes(old: Workflow, new: Workflow, inner: Inner) -> Iterator[Change]:
    """Yield what differs between two workflows."""
    for what, one, other in (
        ("starts in", old.initial, new.initial),
        ("final states", _sorted(old.final), _sorted(new.final)),
    ):
        if not same(one, other):
            yield changed(Aspect.STATE, "", what, (plain(one), plain(other)), None)
    if not same(old.max_chain_depth, new.max_chain_depth):
        words = plain(old.max_chain_depth), plain(new.max_chain_depth)
        yield changed(Aspect.LIMIT, "", "most transitions in a row", words, None)
    if not same(old.open, new.open):
        yield changed(Aspect.UNKNOWN, "", "more transitions", (plain(old.open), plain(new.open)), None)
    yield from _states(old, new)
    yield from _transitions(old, new, inner)
    yield from _orders(old, new)


def key_of(transition: Transition) -> str:
    """Return what a transition is called."""
    return f"?{normal(transition.name.text)}" if isinstance(transition.name, Unknown) else transition.name


def named_states(body: Workflow) -> tuple[str, ...]:
    """Return every state that is named anywhere, in the order of the source."""
    found: dict[str, None] = {}
    for group in (body.initial, *(part for t in body.transitions for part in (t.sources, t.targets, t.on_failure))):
        found.update(dict.fromkeys(group if isinstance(group, tuple) else [group] if isinstance(group, str) else []))
    for state in () if isinstance(body.states, Unknown) else body.states:
        found.update({one: None for one in (state.name, state.on_timeout) if isinstance(one, str)})
    found.update(dict.fromkeys(body.final_states()))
    return tuple(found)


def _sorted(names: Maybe[tuple[str, ...]]) -> Maybe[tuple[str, ...]]:
    """Final states have no order."""
    return names if isinstance(names, Unknown) else tuple(sorted(names))


def _states(old: Workflow, new: Workflow) -> Iterator[Change]:
    before, after = named_states(old), named_states(new)
    for state in after:
        if state not in before:
            yield Change(Aspect.STATE, Verb.ADDED, name(state), place=_declared(new).get(state, State(state)).place)
    for state in before:
        if state not in after:
            yield Change(Aspect.STATE, Verb.REMOVED, name(state), place=_declared(old).get(state, State(state)).place)
    if isinstance(old.states, Unknown) or isinstance(new.states, Unknown):
        if not same(old.states, new.states):
            yield changed(Aspect.UNKNOWN, "", "declared states", (_known(old.states), _known(new.states)), None)
        return
    olds, news = _declared(old), _declared(new)
    for state in dict.fromkeys((*news, *olds)):
        yield from _state(olds.get(state, State(state)), news.get(state, State(state)), name(state))


def _known(states: Maybe[tuple[State, ...]]) -> str | None:
    return plain(states) if isinstance(states, Unknown) else plain(tuple(name(state.name) for state in states))


def _declared(body: Workflow) -> dict[str, State]:
    states = () if isinstance(body.states, Unknown) else body.states
    return {state.name: state for state in states if isinstance(state.name, str)}


def _state(old: State, new: State, subject: str) -> Iterator[Change]:
    for aspect, what, one, other in (
        (Aspect.GUIDANCE, "goal", old.goal, new.goal),
        (Aspect.GUIDANCE, "guidance", old.guidance, new.guidance),
        (Aspect.STATE, "final", old.final, new.final),
        (Aspect.LIMIT, "seconds it waits", old.timeout, new.timeout),
        (Aspect.LIMIT, "then goes to", old.on_timeout, new.on_timeout),
    ):
        if not same(one, other):
            yield changed(aspect, subject, what, (plain(one), plain(other)), new.place)


def _transitions(old: Workflow, new: Workflow, inner: Inner) -> Iterator[Change]:
    before = {key_of(transition): transition for transition in old.transitions}
    after = {key_of(transition): transition for transition in new.transitions}
    for key, transition in after.items():
        if key in before:
            yield from _transition(before[key], transition, inner)
        else:
            yield _came_or_went(transition, Verb.ADDED)
    for key, transition in before.items():
        if key not in after:
            yield _came_or_went(transition, Verb.REMOVED)


def _came_or_went(transition: Transition, verb: Verb) -> Change:
    text = f"{plain(transition.actor)}, {_ends(transition)}"
    guard = guard_words(transition.guard)
    text += f", when {guard}" if guard else ""
    before, after = (None, text) if verb is Verb.ADDED else (text, None)
    return Change(Aspect.TRANSITION, verb, name(transition.name), "", before, after, place=transition.place)


def _ends(transition: Transition) -> str:
    return f"{plain(transition.sources)} → {plain(transition.targets)}"


def _transition(old: Transition, new: Transition, inner: Inner) -> Iterator[Change]:
    subject, place = name(new.name), new.place
    for aspect, what, one, other in (
        (Aspect.ACTOR, "", old.actor, new.actor),
        (Aspect.TRANSITION, "from", _sorted(old.sources), _sorted(new.sources)),
        (Aspect.TRANSITION, "to", old.targets, new.targets),
        (Aspect.TRANSITION, "chooses its target itself", old.menu, new.menu),
        (Aspect.LIMIT, "most times in a run", old.limit, new.limit),
        (Aspect.TRANSITION, "on failure to", old.on_failure, new.on_failure),
        (Aspect.GUIDANCE, "title", old.title, new.title),
    ):
        if not same(one, other):
            yield changed(aspect, subject, what, (plain(one), plain(other)), place)
    if not same(old.guard, new.guard):
        yield changed(Aspect.GUARD, subject, "", (guard_words(old.guard), guard_words(new.guard)), place)
    yield from _runs(old, new, subject, inner)
    if old.work is not None or new.work is not None:
        yield from step_changes(old.work or _NO_WORK, new.work or _NO_WORK, subject)


def _runs(old: Transition, new: Transition, subject: str, inner: Inner) -> Iterator[Change]:
    if isinstance(old.runs, Flow) and isinstance(new.runs, Flow) and same(old.runs.name, new.runs.name):
        yield from inner(old.runs, new.runs)
    elif not same(old.runs, new.runs):
        yield changed(Aspect.PART, subject, "runs", (_run(old.runs), _run(new.runs)), new.place)


def _run(runs: Maybe[Flow | None]) -> str | None:
    return name(runs.name) if isinstance(runs, Flow) else plain(runs)


def _orders(old: Workflow, new: Workflow) -> Iterator[Change]:
    """The order matters where it is tried: among the deterministic transitions of one state."""
    before, after = _tried(old), _tried(new)
    for state in after:
        was = [key for key in before.get(state, ()) if key in after[state]]
        now = {key: number for number, key in enumerate(key for key in after[state] if key in was)}
        if len(kept_in_order([now[key] for key in was])) < len(was):
            words = plain(tuple(was)), plain(tuple(now))
            yield changed(Aspect.ORDER, name(state), "tried in this order", words, None)


def _tried(body: Workflow) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for transition in body.transitions:
        if transition.actor is Actor.DETERMINISTIC and not isinstance(transition.sources, Unknown):
            for state in dict.fromkeys(transition.sources):
                found.setdefault(state, []).append(key_of(transition))
    return found
