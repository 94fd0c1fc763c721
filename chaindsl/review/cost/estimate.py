"""All that can be said of a flow's costs before it runs, put together."""

from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.facts.bounds import Bound
from analyzer.facts.contract import name_of
from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.flow import Flow
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import known
from chaindsl.graph.walk import flow_steps, nested_flows
from chaindsl.review.cost.advice import Advice, advice
from chaindsl.review.cost.bill import Bill
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.interval import Share
from chaindsl.review.cost.rates import Rates, StepRates
from chaindsl.review.cost.reliability import Reliability, reliability
from chaindsl.review.cost.savings import Savings, savings
from chaindsl.review.ways.flow_ways import MOST_WAYS, ways_of
from chaindsl.review.ways.telling import told

TARGET = 0.95


@dataclass(frozen=True, slots=True)
class StepEstimate:
    """One step: what it costs with its retries and items, and what is assumed of it."""

    flow: str
    name: str
    attempts: int | None
    bill: Bill
    rates: StepRates
    measured: Share | None


@dataclass(frozen=True, slots=True)
class WayEstimate:
    """One way through the flow, as text, with its costs and how it ends."""

    text: str
    end: str
    fails: bool
    bill: Bill


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a flow costs. `calls` and `between_decisions` are bounds that can be shown as sums.

    `whole` says that all ways are among `ways`; else they are some that together take everything.
    """

    flow: str
    kind: str
    bill: Bill
    calls: Bound
    between_decisions: Bound
    steps: tuple[StepEstimate, ...]
    ways: tuple[WayEstimate, ...]
    whole: bool
    reliability: Reliability
    advice: tuple[Advice, ...]
    savings: Savings | None
    traces: int
    currency: str


def estimate(facts: FlowFacts, rates: Rates, *, target: float = TARGET, most_ways: int = MOST_WAYS) -> Estimate:
    """Return the estimate of a flow; `target` is the chance of a right run that is wanted."""
    cost = FlowCost(facts, rates)
    steps = tuple(_steps(cost))
    found = ways_of(facts, most_ways)
    ways = tuple(WayEstimate(told(way), way.end, way.fails, cost.way(way)) for way in found.found)
    failing = [(flow, step) for flow, step in owned(facts.flow) if rates.of(flow, step).odds.success < 1]
    return Estimate(
        facts.name,
        str(facts.flow.kind),
        cost.bill,
        facts.calls,
        facts.calls_between_decisions,
        steps,
        ways,
        found.whole,
        reliability(cost, len(failing), target),
        tuple(advice(facts, rates, failing)),
        None if cost.machine is None else savings(cost.machine, rates),
        rates.measured.traces,
        rates.table.currency,
    )


def owned(flow: Flow) -> Iterator[tuple[str, Step]]:
    """Yield every step of a flow and of those inside it once, each with the name of its flow."""
    seen: set[tuple[str, str]] = set()
    waiting = [flow]
    while waiting:
        current = waiting.pop(0)
        for step in flow_steps(current):
            key = (name_of(current.name), name_of(step.name))
            if key not in seen:
                seen.add(key)
                yield key[0], step
        waiting.extend(nested_flows(current))


def _steps(cost: FlowCost) -> Iterator[StepEstimate]:
    seen: set[tuple[str, str]] = set()
    waiting = [cost]
    while waiting:
        current = waiting.pop(0)
        for step in flow_steps(current.facts.flow):
            key = (current.facts.name, name_of(step.name))
            if key in seen:
                continue
            seen.add(key)
            counted = cost.rates.measured.steps.get(key)
            share = counted.success if counted is not None and counted.attempts else None
            rates = cost.rates.of(key[0], step)
            attempts = known(step.attempts.most, None)
            yield StepEstimate(*key, attempts, current.parts.step(step), rates, share)
        waiting.extend(current.inner(flow) for flow in nested_flows(current.facts.flow))
