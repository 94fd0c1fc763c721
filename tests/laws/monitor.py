"""Runs of a workflow, explored with an eye on one guarantee: the shortest way to break it, if there is one."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from chaindsl.graph.flow import Flow, Workflow
from chaindsl.graph.guarantee import AtMost, Decides, Guarantee, Never, Passes
from chaindsl.graph.state import Actor
from tests.analyzer.facts.journeys_at_random import Exploration, Hop, Point


@dataclass(frozen=True)
class Seen:
    """What has been done so far, as far as a guarantee asks: names that were done, who decided, how often one thing."""

    done: frozenset[str] = frozenset()
    actors: frozenset[Actor] = frozenset()
    times: int = 0


class Monitor:
    """Watches one guarantee."""

    def __init__(self, flow: Flow) -> None:
        assert isinstance(flow.body, Workflow)
        assert isinstance(flow.guarantees, tuple)
        (self.guarantee,) = flow.guarantees
        self.body = flow.body
        self.explored = Exploration(flow)

    def broken(self) -> tuple[Point, list[Hop]] | None:
        """A shortest run that breaks the guarantee: where it begins, and its moves."""
        came: dict[tuple[Point, Seen], tuple[tuple[Point, Seen], Hop] | None] = {}
        waiting: deque[tuple[Point, Seen]] = deque()
        for start in self.explored.starts:
            seen = self._done(Seen(), start.state)
            if self._breaks(Seen(), start.state):
                return start, []
            came[start, seen] = None
            waiting.append((start, seen))
        while waiting:
            here = waiting.popleft()
            for hop in self.explored.hops[here[0]]:
                seen, broken = self._along(here[1], hop)
                if broken:
                    return self._way(came, here, hop)
                there = (hop.target, seen)
                if there not in came:
                    came[there] = (here, hop)
                    waiting.append(there)
        return None

    def _way(self, came: dict, here: tuple[Point, Seen], last: Hop) -> tuple[Point, list[Hop]]:  # type: ignore[type-arg]
        found = [last]
        while came[here] is not None:
            here, hop = came[here]
            found.append(hop)
        return here[0], found[::-1]

    def _along(self, seen: Seen, hop: Hop) -> tuple[Seen, bool]:
        """What has been done after a move, and whether it breaks the guarantee."""
        name = str(self.body.transitions[hop.transition].name)
        broken = self._breaks(seen, name)
        if hop.done:
            seen = self._done(seen, name)
            actor = self.body.transitions[hop.transition].actor
            assert isinstance(actor, Actor)
            seen = Seen(seen.done, seen.actors | {actor}, seen.times)
        broken = broken or self._breaks(seen, hop.target.state)
        return self._done(seen, hop.target.state), broken

    def _breaks(self, seen: Seen, name: str) -> bool:
        match self.guarantee:
            case Passes(first, before):
                return name == before and first not in seen.done
            case Decides(actor, before):
                # A person may decide in an agent's place.
                return name == before and not set(seen.actors) & {actor, *([Actor.HUMAN] if actor == "agent" else [])}
            case AtMost(counted, times):
                return name == counted and seen.times >= int(str(times))
            case Never(never, after):
                return name == never and after in seen.done

    def _done(self, seen: Seen, name: str) -> Seen:
        wanted = set(_names(self.guarantee))
        times = seen.times + (isinstance(self.guarantee, AtMost) and name == self.guarantee.name)
        return Seen(seen.done | ({name} & wanted), seen.actors, times)


def _names(guarantee: Guarantee) -> Iterator[object]:
    if isinstance(guarantee, Passes):
        yield guarantee.name
    if isinstance(guarantee, Never):
        yield guarantee.after
