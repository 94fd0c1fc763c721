"""Draws the states and transitions of a workflow. A transition is a node of its own, so that it can be read."""

from collections.abc import Iterator

from chaindsl.draw.canvas import Canvas, Exit
from chaindsl.draw.chain import DrawFlow, Exits, reason
from chaindsl.draw.contract import check_text, contract
from chaindsl.draw.model import Line, Role
from chaindsl.draw.wording import cut, name, number, times
from chaindsl.graph.flow import Flow, Transition, Workflow
from chaindsl.graph.guard import Expression, Guard, guard_text
from chaindsl.graph.state import Actor, State
from chaindsl.graph.unknown import Maybe, Unknown

_ACTORS: dict[Actor | None, tuple[Role, Line, str]] = {
    Actor.DETERMINISTIC: (Role.DETERMINISTIC, Line.DETERMINISTIC, "► deterministic"),
    Actor.AGENT: (Role.AGENT, Line.AGENT, "◊ agent decides"),
    Actor.HUMAN: (Role.HUMAN, Line.HUMAN, "☺ human decides"),
    None: (Role.UNKNOWN, Line.UNKNOWN, "? unknown who decides"),
}


def draw_workflow(canvas: Canvas, body: Workflow, ways: Exits, nested: DrawFlow) -> Exits:
    """Draw a workflow from the ways that lead into it; return those out of its final states."""
    states = States(canvas, body)
    canvas.connect(ways, states.at(body.initial))
    for transition in body.transitions:
        _transition(canvas, transition, states, nested)
    if body.open is not None:
        canvas.node(Role.UNKNOWN, "unknown transitions", reason(body.open))
    states.timeouts()
    if isinstance(body.final, Unknown):
        return [Exit(canvas.node(Role.UNKNOWN, "unknown final states", reason(body.final)))]
    return [Exit(states.at(final)) for final in body.final_states()]


class States:
    """The states of one workflow on the canvas, by name, drawn when they are first named."""

    def __init__(self, canvas: Canvas, body: Workflow) -> None:
        self._canvas = canvas
        self._body = body
        self._final = frozenset(body.final_states())
        found = () if isinstance(body.states, Unknown) else body.states
        self._declared = {s.name: s for s in found if not isinstance(s.name, Unknown)}
        self._nodes: dict[str, str] = {}
        self._known = _known_names(body)
        self._orders = _orders(body)
        for state in (body.initial, *_named(body), *self._declared, *body.final_states()):
            if not isinstance(state, Unknown):
                self.at(state)

    def at(self, state: Maybe[str]) -> str:
        """Return the node of a state; each unknown one is a node of its own."""
        if isinstance(state, Unknown):
            return self._canvas.node(Role.UNKNOWN, "unknown state", reason(state))
        if state not in self._nodes:
            lines, part = self._lines(state), (self._body, state)
            self._nodes[state] = self._canvas.node(self._role(state), name(state), lines, part)
        return self._nodes[state]

    def order(self, state: Maybe[str], transition: Transition) -> str:
        """Return `2.` for the second deterministic transition that is tried in a state, if there are several."""
        tried = [] if isinstance(state, Unknown) else self._orders.get(state, [])
        places = [i for i, other in enumerate(tried, 1) if other is transition]
        return f"{places[0]}." if places and len(tried) > 1 else ""

    def timeouts(self) -> None:
        """Draw the edges that states take when they have waited too long."""
        for state in self._declared.values():
            if state.timeout is not None and state.on_timeout is not None:
                label = f"after {number(state.timeout)} s"
                self._canvas.edge(self.at(state.name), self.at(state.on_timeout), Line.TIMEOUT, [label])

    def _role(self, state: str) -> Role:
        if state in self._final:
            return Role.FINAL
        return Role.STATE if self._known is None or state in self._known else Role.MISSING

    def _lines(self, state: str) -> Iterator[str]:
        role = self._role(state)
        if role is Role.FINAL:
            yield "final"
        elif role is Role.MISSING:
            yield "no state of this workflow"
        declared = self._declared.get(state)
        if declared is not None:
            yield from _state_lines(declared)


def _state_lines(state: State) -> Iterator[str]:
    if state.goal is not None:
        yield f"goal: {'?' if isinstance(state.goal, Unknown) else state.goal}"
    if state.timeout is not None and state.on_timeout is None:
        yield f"waits at most {number(state.timeout)} s"


def _named(body: Workflow) -> Iterator[str]:
    """Every state that a transition names, in order."""
    for transition in body.transitions:
        for group in (transition.sources, transition.targets):
            yield from () if isinstance(group, Unknown) else group
        if isinstance(transition.on_failure, str):
            yield transition.on_failure


def _known_names(body: Workflow) -> frozenset[str] | None:
    """Every state that the workflow has; None where there may be others."""
    unknown = (body.states, body.final, body.open, *(t.sources for t in body.transitions))
    if any(isinstance(part, Unknown) for part in unknown) or isinstance(body.states, Unknown):
        return None
    names = {state.name for state in body.states if not isinstance(state.name, Unknown)}
    sources = {s for t in body.transitions if not isinstance(t.sources, Unknown) for s in t.sources}
    return frozenset(names | sources | set(body.final_states()))


def _orders(body: Workflow) -> dict[str, list[Transition]]:
    found: dict[str, list[Transition]] = {}
    for transition in body.transitions:
        if transition.actor is Actor.DETERMINISTIC and not isinstance(transition.sources, Unknown):
            for source in transition.sources:
                found.setdefault(source, []).append(transition)
    return found


def _transition(canvas: Canvas, transition: Transition, states: States, nested: DrawFlow) -> None:
    actor = None if isinstance(transition.actor, Unknown) else transition.actor
    role, line, word = _ACTORS[actor]
    node = canvas.node(role, name(transition.name), (word, *_lines(transition)), transition)
    sources: tuple[Maybe[str], ...] = (
        (transition.sources,) if isinstance(transition.sources, Unknown) else transition.sources
    )
    for source in sources:
        guard = " ".join(word for word in (states.order(source, transition), _guard(transition.guard)) if word)
        canvas.edge(states.at(source), node, line, (guard, _limit(transition)))
    ways = _runs(canvas, transition, [Exit(node, line)], nested)
    targets: tuple[Maybe[str], ...] = (
        (transition.targets,) if isinstance(transition.targets, Unknown) else transition.targets
    )
    for target in targets:
        label = f"returns {name(target)}" if transition.menu else ""
        canvas.connect([way.saying(label) for way in ways], states.at(target))
    if transition.on_failure is not None:
        canvas.edge(node, states.at(transition.on_failure), Line.FAILURE, ["on failure"])


def _lines(transition: Transition) -> Iterator[str]:
    if isinstance(transition.title, str):
        yield f"“{transition.title}”"
    if transition.work is not None:
        yield from contract(transition.work, usual_attempts=1)
    if isinstance(transition.runs, Flow):
        yield f"runs {transition.runs.kind} {name(transition.runs.name)}"


def _runs(canvas: Canvas, transition: Transition, ways: Exits, nested: DrawFlow) -> Exits:
    if transition.runs is None:
        return ways
    if isinstance(transition.runs, Unknown):
        node = canvas.node(Role.UNKNOWN, "unknown flow", reason(transition.runs))
        canvas.connect(ways, node)
        return [Exit(node)]
    return nested(canvas, transition.runs, ways)


def _guard(guard: Maybe[Guard | None]) -> str:
    match guard:
        case None:
            return ""
        case Unknown():
            return "when ?"
        case Expression(condition):
            return f"when {cut(guard_text(condition), 120)}"
        case _:
            return f"when {check_text(guard.check)}"


def _limit(transition: Transition) -> str:
    return "" if transition.limit is None else f"at most {times(transition.limit)}"
