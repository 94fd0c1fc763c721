"""What the parts of a chain cost, as a whole and along one way."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from analyzer.facts.contract import name_of
from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.key_types import longest
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Branch, Flow, Hole, Nested, Parallel, Part, Repeat
from chaindsl.graph.outputs import part_writes
from chaindsl.graph.step import Each, Step
from chaindsl.graph.typeform import Constrained, TypeForm
from chaindsl.graph.unknown import Unknown
from chaindsl.review.cost.bill import FREE, NOT_KNOWN, Bill, capped, in_row, one_of, side_by_side
from chaindsl.review.cost.rates import Rates
from chaindsl.review.cost.spread import UNKNOWN, Amount, Spread, added, product
from chaindsl.review.cost.step_cost import step_bill


@dataclass(frozen=True)
class ChainCost:
    """Costs of the parts of one flow; `inner` is what a flow inside it costs."""

    facts: FlowFacts
    rates: Rates
    inner: Callable[[Flow], Bill]

    def row(self, parts: Iterable[Part]) -> Bill:
        """Return what parts one after another cost."""
        return in_row(self.part(part) for part in parts)

    def part(self, part: Part) -> Bill:
        """Return what one part costs."""
        match part:
            case Step():
                return self.step(part)
            case Nested():
                return self.nested(part.flow)
            case Branch():
                return self._branch(part)
            case Repeat():
                return self._repeat(part)
            case Parallel():
                return side_by_side(self.part(inner) for inner in part.parts)
            case Hole():
                return NOT_KNOWN

    def step(self, step: Step) -> Bill:
        """Return what a step costs."""
        return step_bill(step, self.facts.name, self.rates, self.items(step))

    def items(self, step: Step) -> Spread:
        """Return over how many items a step runs: from what the list's type says at least to its limit, likely halfway.

        The mean of an unlimited list is not known.
        """
        if not isinstance(step.each, Each):
            return UNKNOWN
        most, _ = self.facts.items(step)
        writers = self.facts.list_writers(step)
        least = float(min((shortest(write.type) for _, write in writers or ()), default=0))
        least = least if most is None else min(least, most)
        return Spread(least, None if most is None or most == math.inf else (least + most) / 2, most)

    def nested(self, flow: Flow) -> Bill:
        """Return what a flow inside this one costs: no more than its own budget."""
        return within_budget(flow, self.inner(flow))

    def _branch(self, part: Branch) -> Bill:
        if isinstance(part.routes, Unknown):
            return NOT_KNOWN
        bills = [self.row(route.parts) for route in part.routes]
        labels: list[str | None] = [
            "?" if isinstance(route.label, Unknown) else route.label.label for route in part.routes
        ]
        if part.otherwise is not None:
            bills.append(self.row(part.otherwise))
            labels.append(None)
        if not bills:
            return FREE
        key = name_of(part.key)
        return one_of(bills, self.rates.route_weights(self.facts.name, key, labels, self._writer(key)))

    def _writer(self, key: str) -> str | None:
        """The step that writes a key, where there is one only."""
        found = {name_of(step.name) for step in self._steps() if step.writes == key}
        return found.pop() if len(found) == 1 else None

    def _steps(self) -> list[Step]:
        return [node.part for node in self.facts.net.nodes if isinstance(node.part, Step)]

    def _repeat(self, part: Repeat) -> Bill:
        """Rounds are left behind their first part that may write the key, as often as the rates say."""
        head, tail = self._halves(part)
        whole = in_row((head, tail))
        limit = None if isinstance(part.limit, Unknown) else part.limit
        ends = self.rates.ends(self.facts.name, name_of(part.until), self._writer(name_of(part.until)))
        return repeated(head, tail, whole, limit, ends, fails=part.exhausted == "fail")

    def _halves(self, part: Repeat) -> tuple[Bill, Bill]:
        for number, inner in enumerate(part.parts, 1):
            written = part_writes(inner)
            if not isinstance(written, Unknown) and part.until in written:
                return self.row(part.parts[:number]), self.row(part.parts[number:])
        return self.row(part.parts), FREE


def repeated(head: Bill, tail: Bill, whole: Bill, limit: int | None, ends: float, *, fails: bool) -> Bill:
    """Return what a loop costs whose rounds end it behind `head` in a share of cases, else do `tail` and go on.

    A round is reached by geometric odds, so the mean number of rounds is a geometric sum.
    """
    again = head.completes * (1 - ends) * tail.completes
    again_right = head.right * (1 - ends) * tail.right
    rounds = _geometric(again, limit)
    left = _geometric(again, limit) * head.completes * ends
    left_right = _geometric(again_right, limit) * head.right * ends
    if not fails and limit is not None:
        left += again**limit
        left_right += again_right**limit
    units = {}
    for name in ("calls", "seconds", "input_tokens", "output_tokens", "money"):
        first, second = head.unit(name), tail.unit(name)
        each = added([first.likely, product(head.completes * (1 - ends), second.likely)])
        most = product(math.inf if limit is None else limit, whole.unit(name).most)
        units[name] = Spread(first.least, product(rounds, each), None if limit is None and most else most)
    return Bill(**units, completes=min(left, 1.0), right=min(left_right, 1.0))


def _geometric(ratio: float, terms: int | None) -> float:
    """1 + r + r² …, with so many terms."""
    if ratio >= 1:
        return float(terms or 0)
    return (1 - (0.0 if terms is None else ratio**terms)) / (1 - ratio)


def shortest(form: TypeForm) -> int:
    """Return how many items a value of a list type has at least."""
    if isinstance(form, Constrained):
        found = [part.value for part in form.constraints if part.name == "min_length" and isinstance(part.value, int)]
        return max([*found, shortest(form.base)])
    most = longest(form)
    return most if most is not None and getattr(form, "name", "") == "tuple" else 0


def within_budget(flow: Flow, bill: Bill) -> Bill:
    """Return what a flow costs at most with its own budget."""
    if not isinstance(flow.budget, Budget):
        return bill
    calls, seconds = flow.budget.calls, flow.budget.seconds
    return capped(bill, _limit(calls), _limit(seconds))


def _limit(value: object) -> Amount:
    return float(value) if isinstance(value, int | float) else None
