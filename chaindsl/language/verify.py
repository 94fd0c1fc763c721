"""Problems of a whole graph that no single declaration can see: names that do not exist, and names used twice.

Only what is certain to be a mistake stops a flow from being assembled. What needs reasoning about paths is the
analyzer's to find.
"""

from collections.abc import Iterable, Iterator

from chaindsl.errors import Issue
from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat, Transition, Workflow
from chaindsl.graph.guarantee import Decides, Never
from chaindsl.graph.nearest import nearest
from chaindsl.graph.outputs import part_writes
from chaindsl.graph.place import Place
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_parts


def verify(flow: Flow) -> Iterator[Issue]:
    """Yield every problem of a graph without holes."""
    checks = _Chain(flow) if isinstance(flow.body, Chain) else _Workflow(flow)
    yield from checks.issues()


def _known(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, tuple) else ()


class _Graph:
    """What chains and workflows have in common."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.name = str(flow.name)
        self.inputs = () if isinstance(flow.inputs, Unknown) else tuple(part.key for part in flow.inputs)

    def issue(self, code: str, message: str, hint: str | None = None, place: Place | None = None) -> Issue:
        return Issue(code, f"{self.name}: {message}", self.name, place or self.flow.place, hint)

    def outputs(self, written: Iterable[str]) -> Iterator[Issue]:
        keys = (*self.inputs, *written)
        for key in _known(self.flow.outputs):
            if key not in keys:
                yield self.issue("unknown-key", f"nothing writes the output {key}", nearest(key, keys))

    def guarantees(self, names: tuple[str, ...]) -> Iterator[Issue]:
        for guarantee in () if isinstance(self.flow.guarantees, Unknown) else self.flow.guarantees:
            used = [] if isinstance(guarantee, Decides) else [guarantee.name]
            used += [guarantee.after] if isinstance(guarantee, Never) else []
            used += [guarantee.before] if hasattr(guarantee, "before") else []
            for name in map(str, used):
                if name not in names:
                    yield self.issue("unknown-name", f"always= names {name}", nearest(name, names), guarantee.place)


class _Chain(_Graph):
    def issues(self) -> Iterator[Issue]:
        parts = self.flow.body.parts if isinstance(self.flow.body, Chain) else ()
        seen: set[str] = set()
        yield from self.path(parts, seen)
        written = [key for part in parts for key in _known(part_writes(part))]
        yield from self.outputs(written)
        inner = flow_parts(self.flow)
        names = tuple(
            str(part.flow.name if isinstance(part, Nested) else part.name)
            for part in inner
            if isinstance(part, Nested | Step)
        )
        yield from self.guarantees(names)

    def path(self, parts: tuple[Part, ...], seen: set[str]) -> Iterator[Issue]:
        """Yield what is wrong along a path; names met on it are added to `seen`."""
        for part in parts:
            yield from self.part(part, seen)

    def part(self, part: Part, seen: set[str]) -> Iterator[Issue]:
        match part:
            case Step() | Nested():
                name = str(part.name if isinstance(part, Step) else part.flow.name)
                if name in seen:
                    hint = "reuse a step under another name with renamed(...)"
                    yield self.issue("duplicate-name", f"{name} stands twice on one path", hint, part.place)
                seen.add(name)
            case Branch():
                yield from self.branch(part, seen)
            case Repeat():
                yield from self.path(part.parts, seen)
                yield from self.repeat(part)
            case Parallel():
                if len(part.parts) < 2:
                    yield self.issue("empty-block", "parallel() takes two parts or more", None, part.place)
                yield from self.path(part.parts, seen)

    def branch(self, part: Branch, seen: set[str]) -> Iterator[Issue]:
        routes = () if isinstance(part.routes, Unknown) else part.routes
        if not routes:
            yield self.issue("empty-block", f"branch({part.key!r}) has no routes", None, part.place)
        before = set(seen)
        for parts in (*(route.parts for route in routes), part.otherwise or ()):
            path = set(before)
            yield from self.path(parts, path)
            seen |= path

    def repeat(self, part: Repeat) -> Iterator[Issue]:
        keys = [key for inner in part.parts for key in _known(part_writes(inner))]
        if not part.parts:
            yield self.issue("empty-block", "repeat() has no parts", None, part.place)
        elif part.until not in keys:
            yield self.issue(
                "unknown-key",
                f"no part of the loop writes until={part.until!r}",
                nearest(str(part.until), keys),
                part.place,
            )


class _Workflow(_Graph):
    def issues(self) -> Iterator[Issue]:
        if not isinstance(self.flow.body, Workflow):
            return
        body = self.flow.body
        names = [str(transition.name) for transition in body.transitions]
        for index, transition in enumerate(body.transitions):
            if names[index] in names[:index]:
                hint = "give one another name with name="
                yield self.issue("duplicate-name", f"two transitions are called {names[index]}", hint, transition.place)
        states = self.states(body)
        yield from self.declared(body)
        yield from self.targets(body, states)
        written = [key for transition in body.transitions for key in self.written(transition)]
        yield from self.outputs(written)
        yield from self.guarantees((*names, *states))

    def states(self, body: Workflow) -> tuple[str, ...]:
        """Every state that exists: a source, a declared one, or a final one."""
        sources = [name for transition in body.transitions for name in _known(transition.sources)]
        declared = [str(state.name) for state in body.states] if isinstance(body.states, tuple) else []
        return tuple(dict.fromkeys((*sources, *declared, *_known(body.final))))

    def declared(self, body: Workflow) -> Iterator[Issue]:
        states = body.states if isinstance(body.states, tuple) else ()
        names = [str(state.name) for state in states]
        for index, state in enumerate(states):
            if names[index] in names[:index]:
                yield self.issue("duplicate-name", f"two states are called {state.name}", None, state.place)
            if (state.timeout is None) is not (state.on_timeout is None):
                hint = "timeout= and on_timeout= go together"
                yield self.issue("bad-option", f"the state {state.name}", hint, state.place)

    def targets(self, body: Workflow, states: tuple[str, ...]) -> Iterator[Issue]:
        used: list[tuple[str, str, Place | None]] = [("initial=", str(body.initial), None)]
        for transition in body.transitions:
            used += [(f"{transition.name} goes to", name, transition.place) for name in _known(transition.targets)]
            if isinstance(transition.on_failure, str):
                used.append((f"{transition.name} on_failure=", transition.on_failure, transition.place))
        for state in body.states if isinstance(body.states, tuple) else ():
            if isinstance(state.on_timeout, str):
                used.append((f"{state.name} on_timeout=", state.on_timeout, state.place))
        for what, name, place in used:
            if name not in states:
                hint = f"a state is a source, a declared State, or named in final=: {nearest(name, states)}"
                yield self.issue("unknown-state", f"{what} {name}, which is no state", hint, place)

    def written(self, transition: Transition) -> tuple[str, ...]:
        work = _known(part_writes(transition.work)) if transition.work else ()
        ran = _known(part_writes(Nested(transition.runs))) if isinstance(transition.runs, Flow) else ()
        return work + ran
