"""What is said of a flow at first sight, as labels and texts: kind, inputs, outputs, budget, bounds, guarantees."""

from collections.abc import Iterator

from analyzer.facts.bounds import text as bound_text
from chaindsl.draw.flow import guarantee_text
from chaindsl.draw.wording import name, names, number, short_type
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Chain
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_steps
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.text import amount

UNITS = (("seconds", "s"), ("calls", "calls"), ("tokens", "tokens"), ("bytes", "bytes"))


def summary_of(cost: FlowCost) -> Iterator[tuple[str, str]]:
    """Yield what there is to say of a flow, a label and a text each."""
    flow = cost.facts.flow
    yield "kind", flow.kind.value
    yield "takes", _inputs(cost)
    yield "hands back", names(flow_outputs(flow)) or "nothing"
    if isinstance(flow.body, Chain):
        yield "steps", str(sum(1 for _ in flow_steps(flow)))
    else:
        yield "transitions", str(len(flow.body.transitions))
    yield "budget", _budget(cost)
    yield "model calls at most", _calls(cost)
    seconds = cost.bill.seconds.most
    yield "seconds at most", "no limit" if seconds == float("inf") else amount(seconds)


def guarantees_of(cost: FlowCost) -> list[str]:
    """Return the guarantees of a flow, those that are broken said to be so."""
    guarantees = cost.facts.flow.guarantees
    if isinstance(guarantees, Unknown):
        return ["not known from source"]
    broken = [found.guarantee for found in cost.facts.broken_guarantees]
    return [f"{guarantee_text(one)}{' – broken' if one in broken else ''}" for one in guarantees]


def _inputs(cost: FlowCost) -> str:
    inputs = cost.facts.flow.inputs
    if isinstance(inputs, Unknown):
        return "?"
    said = [
        f"{name(part.key)}{'?' if part.optional else ''}{': ' + form if (form := short_type(part.type)) else ''}"
        for part in inputs
    ]
    return ", ".join(said) or "nothing"


def _budget(cost: FlowCost) -> str:
    budget = cost.facts.flow.budget
    if isinstance(budget, Unknown):
        return "?"
    limits = () if not isinstance(budget, Budget) else [
        f"{number(most)} {unit}" for key, unit in UNITS if (most := getattr(budget, key)) is not None
    ]  # fmt: skip
    return ", ".join(limits) or "none"


def _calls(cost: FlowCost) -> str:
    bound = cost.facts.calls
    if bound.most == 0:
        return "none"
    if bound.finite:
        return bound_text(bound)
    reason = f" ({bound.reason.text})" if bound.reason is not None else ""
    between = cost.facts.calls_between_decisions
    more = f"; between two decisions {bound_text(between)}" if between.finite and between != bound else ""
    return f"{amount(bound.most)}{reason}{more}"
