"""What a flow costs, chain or workflow, as a whole and along each way."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.facts.contract import name_of
from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.flow import Chain, Flow, Transition
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Unknown, known
from chaindsl.review.cost.bill import FREE, NOT_KNOWN, Bill, in_row, side_by_side
from chaindsl.review.cost.chain_cost import ChainCost, repeated, within_budget
from chaindsl.review.cost.machine_cost import MachineCost
from chaindsl.review.cost.most import Most, owners
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.spread import Amount, Spread
from chaindsl.review.cost.step_cost import step_bill
from chaindsl.review.ways.way import Beside, Done, Rounds, Stop, Taken, Way, Within


@dataclass(frozen=True)
class FlowCost:
    """Costs of one flow under some rates."""

    facts: FlowFacts
    rates: Rates

    @cached_property
    def bill(self) -> Bill:
        """What a run costs, its own budget included."""
        return within_budget(self.facts.flow, self.unlimited)

    @property
    def right(self) -> float:
        """How likely a run ends with right values: the bill's, without what else makes up the bill of a workflow."""
        return self.bill.right if self.machine is None else self.machine.right

    @property
    def likely_calls(self) -> Amount:
        """How many calls a run is likely to make, found alone like `right`."""
        return self.bill.calls.likely if self.machine is None else self.machine.likely("calls")

    @cached_property
    def unlimited(self) -> Bill:
        """The same without the flow's budget."""
        if isinstance(self.facts.flow.body, Chain):
            return self.parts.row(self.facts.flow.body.parts)
        return NOT_KNOWN if self.machine is None else self.machine.bill

    @cached_property
    def parts(self) -> ChainCost:
        """Costs of parts of this flow."""
        return ChainCost(self.facts, self.rates, lambda flow: self.inner(flow).unlimited)

    def inner(self, flow: Flow) -> "FlowCost":
        """Return the costs of a flow inside this one."""
        return FlowCost(self.facts.inner(flow), self.rates)

    @cached_property
    def machine(self) -> MachineCost | None:
        """Costs of a workflow; None for a chain, and where its start is not known."""
        facts = self.facts
        if facts.machine is None or facts.unfolding is None or isinstance(facts.machine.workflow.initial, Unknown):
            return None
        bills = [self.transition(transition) for transition in facts.machine.workflow.transitions]
        return MachineCost(facts.machine, facts.unfolding, bills, self._weight, self._most)

    def transition(self, transition: Transition) -> Bill:
        """Return what taking a transition once costs."""
        runs = transition.runs
        if isinstance(runs, Unknown):
            return NOT_KNOWN
        if runs is None:
            return FREE if transition.work is None else self.parts.step(transition.work)
        bill = self.parts.nested(runs)
        attempts = 1 if transition.work is None else known(transition.work.attempts.most, None)
        # A flow that fails is begun anew, like a loop that ends when it completes.
        return bill if attempts == 1 else repeated(bill, FREE, bill, attempts, bill.completes, fails=True)

    def way(self, way: Way) -> Bill:
        """Return what one way costs: its decisions are taken, its steps still have their attempts."""
        return self.row(way.stops)

    def row(self, stops: Sequence[Stop]) -> Bill:
        """Return what stops one after another cost."""
        return in_row(self._stop(stop) for stop in stops)

    def _stop(self, stop: Stop) -> Bill:
        match stop:
            case Done(step):
                return self.parts.step(step)
            case Taken(transition, _, _, inner):
                return self.transition(transition) if inner is None else self._stop(inner)
            case Rounds(_, times, stops):
                return many(self.row(stops), times)
            case Beside(_, legs):
                return side_by_side(self.row(leg) for leg in legs)
            case Within(flow, stops):
                inner_cost = self.inner(flow)
                return within_budget(flow, inner_cost.row(stops))
        return FREE

    def _weight(self, transition: Transition) -> float:
        return self.rates.transition_weight(self.facts.name, name_of(transition.name))

    def _most(self, unit: str) -> Amount:
        names = owners(self.facts.flow)

        def most(step: Step, items: Spread) -> Amount:
            return step_bill(step, names.get(id(step), ""), self.rates, items).unit(unit).most

        return self.facts.cost(Most(unit, most), whole=True).most


def many(bill: Bill, times: int) -> Bill:
    """Return what it costs to do the same again and again, each time only if it did not fail."""
    again = bill.completes
    rounds = float(times) if again == 1 else (1 - again**times) / (1 - again)
    count = Spread(times, rounds, times)
    units = {
        name: bill.unit(name).times(count) for name in ("calls", "seconds", "input_tokens", "output_tokens", "money")
    }
    return Bill(**units, completes=again**times, right=bill.right**times)
