"""Every way through a flow, or as few as take everything that can be taken."""

from dataclasses import dataclass

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.unknown import Unknown
from chaindsl.review.ways.chain_ways import ChainWays, TooManyError
from chaindsl.review.ways.way import Way, Within
from chaindsl.review.ways.workflow_ways import covering_ways, every_way

MOST_WAYS = 200


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways through a flow. Without `whole` there are more, and these take every route and every move."""

    found: tuple[Way, ...]
    whole: bool


def ways_of(facts: FlowFacts, most: int = MOST_WAYS) -> Ways:
    """Return the ways through a flow: all where there are no more than `most`, else enough to take everything."""
    try:
        return Ways(tuple(_Finder(most, whole=True).of(facts)), whole=True)
    except TooManyError:
        return Ways(tuple(_Finder(most, whole=False).of(facts)), whole=False)


class _Finder:
    """Finds ways through flows and the flows inside them."""

    def __init__(self, most: int, *, whole: bool) -> None:
        self._most = most
        self._whole = whole

    def of(self, facts: FlowFacts) -> list[Way]:
        chains = ChainWays(self._most, lambda flow: self.of(facts.inner(flow)))
        if isinstance(facts.flow.body, Chain):
            return (chains.every if self._whole else chains.covering)(facts.flow.body.parts)
        if facts.machine is None or facts.unfolding is None or isinstance(facts.machine.workflow.initial, Unknown):
            return [Way((), "a first state that is not known")]
        if self._whole:
            return every_way(facts.machine, facts.unfolding, lambda flow: self._inner(facts, flow), self._most)
        return covering_ways(facts.machine, facts.unfolding, lambda flow: self._inner(facts, flow))

    def _inner(self, facts: FlowFacts, flow: Flow) -> list[Way]:
        return [Way((Within(flow, way.stops),), way.end, way.fails) for way in self.of(facts.inner(flow))]
