"""One way that a flow can turn: a route, how a loop is left, a transition. It knows the graph and nothing else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from chaindsl.graph.flow import Branch, Chain, Flow, Repeat, Transition, Workflow
from chaindsl.graph.guard import Expression, guard_text
from chaindsl.graph.step import Each, Step
from chaindsl.graph.unknown import Unknown, known
from chaindsl.graph.walk import flow_parts, flow_steps, nested_flows

OTHERWISE = "otherwise"


class Kind(StrEnum):
    """What kind of turn it is."""

    ROUTE = "route"
    LOOP = "loop"
    ITEMS = "items"
    FALLBACK = "fallback"
    REPAIR = "repair"
    MOVE = "move"
    FAILURE = "failure"
    TIMEOUT = "timeout"
    GUARD = "guard"


class Left(StrEnum):
    """How a loop is left."""

    FIRST = "in its first round"
    LATER = "in a later round"
    LIMIT = "by its limit"


class Size(StrEnum):
    """How many items an `each` step has."""

    NONE = "no item"
    ONE = "one item"
    SEVERAL = "several items"


@dataclass(frozen=True, slots=True)
class Turn:
    """`subject` is a key, a step, a transition or a state of `flow`; `detail` says how it turns."""

    kind: Kind
    flow: str
    subject: str
    detail: str = ""

    @property
    def text(self) -> str:
        """The turn as people read it."""
        return _TEXTS[self.kind].format(subject=self.subject, detail=self.detail)

    @property
    def slug(self) -> str:
        """The turn as a part of a test's name."""
        return _SLUGS[self.kind].format(subject=self.subject, detail=self.detail, end=self.detail.rpartition(" ")[2])


_TEXTS = {
    Kind.ROUTE: "{subject} is {detail}",
    Kind.LOOP: "the loop until {subject} is left {detail}",
    Kind.ITEMS: "{subject} has {detail}",
    Kind.FALLBACK: "{subject} falls back",
    Kind.REPAIR: "{subject} is rejected, then repaired",
    Kind.MOVE: "{subject}: {detail}",
    Kind.FAILURE: "{subject} fails: {detail}",
    Kind.TIMEOUT: "nobody decides in time: {detail}",
    Kind.GUARD: "{subject} is not open: {detail} does not hold",
}
_SLUGS = {
    Kind.ROUTE: "{subject}_is_{detail}",
    Kind.LOOP: "{subject}_loop_left_{detail}",
    Kind.ITEMS: "{subject}_with_{detail}",
    Kind.FALLBACK: "{subject}_falls_back",
    Kind.REPAIR: "{subject}_is_repaired",
    Kind.MOVE: "{subject}_to_{end}",
    Kind.FAILURE: "{subject}_fails",
    Kind.TIMEOUT: "nobody_decides_in_{subject}",
    Kind.GUARD: "{subject}_not_open",
}


def label_text(label: str | None) -> str:
    """Return a route's label as turns name it; None stands for `otherwise`."""
    return OTHERWISE if label is None else label


def route_turn(flow: Flow, branch: Branch, label: str | None) -> Turn:
    """Return the turn of a branch's route."""
    same = [part for part in flow_parts(flow) if isinstance(part, Branch) and part.key == branch.key]
    return Turn(Kind.ROUTE, str(flow.name), _numbered(str(branch.key), same, branch), label_text(label))


def loop_turn(flow: Flow, loop: Repeat, left: Left) -> Turn:
    """Return how a loop is left."""
    same = [part for part in flow_parts(flow) if isinstance(part, Repeat) and part.until == loop.until]
    return Turn(Kind.LOOP, str(flow.name), _numbered(str(loop.until), same, loop), str(left))


def _numbered(key: str, same: Sequence[object], part: object) -> str:
    """A key, with a number where several parts of the kind have the same."""
    place = next((number for number, one in enumerate(same, 1) if one is part), 1)
    return key if place == 1 else f"{key} ({place})"


def items_turn(flow: Flow, step: Step, count: int) -> Turn:
    """Return with how many items an `each` step ran."""
    size = (Size.NONE, Size.ONE, Size.SEVERAL)[min(count, 2)]
    return Turn(Kind.ITEMS, str(flow.name), str(step.name), str(size))


def move_turn(flow: str, transition: str, source: str, target: str, *, failed: bool = False) -> Turn:
    """Return the turn of a transition that is taken, or that fails and leads elsewhere."""
    return Turn(Kind.FAILURE if failed else Kind.MOVE, flow, transition, f"{source} -> {target}")


def timeout_turn(flow: str, source: str, target: str) -> Turn:
    """Return the turn of a state that is left because nobody decides."""
    return Turn(Kind.TIMEOUT, flow, source, f"{source} -> {target}")


def guard_turn(flow: str, transition: Transition) -> Turn:
    """Return the turn of a transition that is not open because its guard does not hold."""
    return Turn(Kind.GUARD, flow, str(transition.name), guard_said(transition))


def guard_said(transition: Transition) -> str:
    """Return a transition's guard as text; nothing where there is none."""
    guard = transition.guard
    if guard is None or isinstance(guard, Unknown):
        return ""
    return guard_text(guard.condition) if isinstance(guard, Expression) else guard.check.name


def turns_declared(flow: Flow) -> list[Turn]:
    """Return every turn that a flow, and the flows inside it, declare, each once, in the order of the graph."""
    return list(dict.fromkeys(_declared(flow)))


def _declared(flow: Flow) -> Iterator[Turn]:
    if isinstance(flow.body, Chain):
        for part in flow_parts(flow):
            match part:
                case Branch():
                    yield from _routes(flow, part)
                case Repeat():
                    yield from _leavings(flow, part)
                case Step():
                    yield from _outcomes(flow, part)
    else:
        yield from _moves(str(flow.name), flow.body)
        for step in flow_steps(flow):
            yield from _outcomes(flow, step)
    for inner in nested_flows(flow):
        yield from _declared(inner)


def _routes(flow: Flow, branch: Branch) -> Iterator[Turn]:
    for route in known(branch.routes, ()):
        if not isinstance(route.label, Unknown):
            yield route_turn(flow, branch, route.label.label)
    if branch.otherwise is not None:
        yield route_turn(flow, branch, None)


def _leavings(flow: Flow, loop: Repeat) -> Iterator[Turn]:
    for left in Left:
        if left is not Left.LATER or known(loop.limit, 2) > 1:
            yield loop_turn(flow, loop, left)


def _outcomes(flow: Flow, step: Step) -> Iterator[Turn]:
    name, subject = str(flow.name), str(step.name)
    if isinstance(step.each, Each):
        most = known(step.each.limit, None)
        for count in range(3 if most is None or most > 1 else 2):
            yield items_turn(flow, step, count)
    if known(step.validators, ()) and known(step.attempts.most, 1) > 1:
        yield Turn(Kind.REPAIR, name, subject)
    if step.fallback is not None:
        yield Turn(Kind.FALLBACK, name, subject)


def _moves(flow: str, body: Workflow) -> Iterator[Turn]:
    for transition in body.transitions:
        name = str(transition.name)
        for source in known(transition.sources, ()):
            for target in known(transition.targets, ()):
                yield move_turn(flow, name, source, target)
            if isinstance(transition.on_failure, str):
                yield move_turn(flow, name, source, transition.on_failure, failed=True)
        if guard_said(transition):
            yield guard_turn(flow, transition)
    for state in known(body.states, ()):
        if isinstance(state.name, str) and isinstance(state.on_timeout, str):
            yield timeout_turn(flow, state.name, state.on_timeout)
