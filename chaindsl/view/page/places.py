"""How each step of a flow came out in a run, all its rounds and items together; and which node of a drawing it is."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from chaindsl.draw.model import Node, Role
from chaindsl.graph.flow import Branch, Chain, Flow, Nested, Parallel, Part, Repeat
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown
from chaindsl.view.attempt import Attempt
from chaindsl.view.outcome import SIGNS, Outcome, of_attempts, worst
from chaindsl.view.wording import count, seconds

Address = tuple[str, str]
"""The flow, and the step or transition in it."""
_STEPS = frozenset({Role.STEP, Role.MODEL_STEP, Role.DETERMINISTIC, Role.AGENT, Role.HUMAN})


@dataclass
class Done:
    """What a run did at one step."""

    attempts: list[Attempt] = field(default_factory=list)

    @property
    def outcome(self) -> Outcome:
        """The worst of how it came out."""
        places: dict[tuple[str, int | None], list[Outcome]] = defaultdict(list)
        for attempt in self.attempts:
            places[attempt.path, attempt.item].append(attempt.outcome)
        return worst(of_attempts(outcomes) for outcomes in places.values())

    @property
    def telling(self) -> Attempt:
        """The attempt to look at first: the first that did not go well, else the first."""
        bad = (attempt for attempt in self.attempts if attempt.outcome is not Outcome.OK)
        return next(bad, self.attempts[0])

    def lines(self) -> tuple[str, ...]:
        """Return what is written on its node."""
        if not self.attempts:
            return (f"{SIGNS[Outcome.NOT_RUN]} {Outcome.NOT_RUN}",)
        inner = [attempt for attempt in self.attempts if not attempt.whole]
        places = len({(attempt.path, attempt.item) for attempt in inner})
        noun = "time" if all(attempt.item is None for attempt in inner) else "item"
        times = f", {count(places, noun)}" if places != 1 or noun == "item" else ""
        times += f", {count(len(inner), 'attempt')}" if len(inner) > places else ""
        amounts = [seconds(sum(attempt.seconds for attempt in inner))]
        calls = sum(len(attempt.calls) for attempt in inner)
        amounts += [count(calls, "call")] if calls else []
        return f"{SIGNS[self.outcome]} {self.outcome}{times}", ", ".join(amounts)


def done(attempts: tuple[Attempt, ...]) -> dict[Address, Done]:
    """Return what was done at each step that a run came to."""
    found: dict[Address, Done] = defaultdict(Done)
    for attempt in attempts:
        found[attempt.flow, attempt.step].attempts.append(attempt)
    return found


def nodes_of(flow: Flow, nodes: tuple[Node, ...]) -> dict[str, Address]:
    """Return the address of each node that stands for a step, by its id; none where drawing and flow don't fit."""
    found = [node for node in nodes if node.role in _STEPS]
    addresses = list(addresses_of(flow))
    if len(found) != len(addresses):
        return {}
    return {node.id: address for node, address in zip(found, addresses, strict=True)}


def addresses_of(flow: Flow) -> Iterator[Address]:
    """Yield every step and transition in the order in which they are drawn."""
    if isinstance(flow.body, Chain):
        for part in flow.body.parts:
            yield from _part(str(flow.name), part)
        return
    for transition in flow.body.transitions:
        if not isinstance(transition.actor, Unknown):
            yield str(flow.name), str(transition.name)
        if isinstance(transition.runs, Flow):
            yield from addresses_of(transition.runs)


def _part(flow: str, part: Part) -> Iterator[Address]:
    match part:
        case Step():
            yield flow, str(part.name)
        case Nested(inner):
            yield from addresses_of(inner)
        case Branch(_, routes, otherwise):
            inside = [p for route in (() if isinstance(routes, Unknown) else routes) for p in route.parts]
            for one in (*inside, *(otherwise or ())):
                yield from _part(flow, one)
        case Repeat() | Parallel():
            for one in part.parts:
                yield from _part(flow, one)
