"""Runs of a chain, thrown with dice: each attempt, route and round is decided by a seeded random number.

It knows what the parts mean, and nothing of the arithmetic that it is compared with.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from chaindsl.graph.flow import Branch, Chain, Nested, Parallel, Part, Repeat, Workflow
from chaindsl.graph.step import Each, Step, ToolKind
from chaindsl.graph.unknown import known


class Failed(Exception):
    """The run ends here: the last attempt of a step was rejected, or a loop was used up."""


@dataclass
class World:
    """What is thrown with: odds of every attempt, seconds that it takes, and how often a round ends its loop."""

    chance: random.Random
    success: float
    noticed: float = 1.0
    seconds: float = 1.0
    ends: float = 0.5
    items: int = 3


class Thrown:
    """One run: what it took, and whether all of its values are right."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.calls = 0
        self.right = True
        self._leaves: object = None

    def parts(self, parts: Sequence[Part]) -> float:
        """Run parts in a row and return their seconds; a part that ends a loop around them is the last."""
        seconds = 0.0
        for part in parts:
            seconds += self.part(part)
            if self._leaves is not None:
                break
        return seconds

    def part(self, part: Part) -> float:
        match part:
            case Step():
                return self.step(part)
            case Nested(flow):
                assert isinstance(flow.body, Chain)
                return self.parts(flow.body.parts)
            case Branch(_, routes, otherwise):
                ways = [route.parts for route in known(routes, ())] + ([] if otherwise is None else [otherwise])
                return self.parts(self.world.chance.choice(ways))
            case Parallel(parts):
                return max(self.part(inner) for inner in parts)
            case Repeat():
                return self.repeat(part)
        raise AssertionError(part)

    def repeat(self, part: Repeat) -> float:
        seconds = 0.0
        assert isinstance(part.limit, int)
        for _ in range(part.limit):
            for inner in part.parts:
                seconds += self.part(inner)
                written = isinstance(inner, Step) and inner.writes == part.until
                if written and self.world.chance.random() < self.world.ends:
                    return seconds
        if part.exhausted == "fail":
            raise Failed
        return seconds

    def step(self, step: Step) -> float:
        if not isinstance(step.each, Each):
            return self.attempts(step)
        workers = known(step.each.workers, 1)
        taken = [self.attempts(step) for _ in range(self.world.items)]
        return sum(max(taken[at : at + workers]) for at in range(0, len(taken), workers))

    def attempts(self, step: Step) -> float:
        most, backoff = known(step.attempts.most, 1), known(step.attempts.backoff, 0.0)
        seconds = 0.0
        for attempt in range(1, most + 1):
            seconds += self.world.seconds
            self.calls += any(tool.kind is ToolKind.MODEL for tool in step.tools)
            if self.world.chance.random() < self.world.success:
                return seconds
            if self.world.chance.random() >= self.world.noticed:
                self.right = False
                return seconds
            if attempt < most:
                seconds += backoff * attempt
        if step.fallback is None:
            raise Failed
        self.right = False
        return seconds


@dataclass(frozen=True)
class Means:
    """Means over many runs."""

    calls: float
    completes: float
    right: float
    seconds: float
    """Of the runs that completed."""


def thrown(parts: Sequence[Part], world: World, runs: int) -> Means:
    """Throw so many runs."""
    calls, completed, right, seconds = 0, 0, 0, 0.0
    for _ in range(runs):
        run = Thrown(world)
        try:
            taken = run.parts(parts)
        except Failed:
            calls += run.calls
            continue
        calls += run.calls
        completed += 1
        right += run.right
        seconds += taken
    return Means(calls / runs, completed / runs, right / runs, seconds / max(completed, 1))


def walked(body: Workflow, world: World, runs: int) -> tuple[float, float]:
    """Walk a workflow without guards so often; return the mean number of transitions and how often it ended well."""
    final, moves, ended = set(body.final_states()), 0, 0
    for _ in range(runs):
        state = str(body.initial)
        while state not in final:
            taken = world.chance.choice([t for t in body.transitions if state in known(t.sources, ())])
            moves += 1
            run = Thrown(world)
            try:
                if taken.work is not None:
                    run.step(taken.work)
            except Failed:
                if not isinstance(taken.on_failure, str):
                    break
                state = taken.on_failure
                continue
            state = world.chance.choice(known(taken.targets, ()))
        else:
            ended += 1
    return moves / runs, ended / runs
