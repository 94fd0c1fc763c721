"""The contract of each step as rows of a table: what it reads, writes, how often it is tried, what it costs at most."""

from collections.abc import Iterator

from analyzer.facts.contract import name_of
from chaindsl.draw.beside import Table
from chaindsl.draw.wording import count, name, number, short_type
from chaindsl.graph.flow import Chain, Flow, Transition
from chaindsl.graph.reads import step_reads
from chaindsl.graph.step import Source, Step
from chaindsl.graph.walk import flow_parts, nested_flows
from chaindsl.review.cost.flow_cost import FlowCost
from chaindsl.review.cost.spread import Amount
from chaindsl.review.cost.text import amount

HEAD = ("step", "reads", "writes", "type", "tries", "at most")


def contract_table(cost: FlowCost) -> Table:
    """Return the table of a flow's steps and of those in the flows inside it."""
    return Table(HEAD, tuple(_rows(cost, "", set())))


def _rows(cost: FlowCost, prefix: str, seen: set[int]) -> Iterator[tuple[str, ...]]:
    flow = cost.facts.flow
    if id(flow) in seen:
        return
    seen.add(id(flow))
    if isinstance(flow.body, Chain):
        steps = {id(part): part for part in flow_parts(flow) if isinstance(part, Step)}
        yield from (_row(cost, prefix, name_of(step.name), step) for step in steps.values())
    else:
        for transition in flow.body.transitions:
            yield _transition(cost, prefix, transition)
    for inner in nested_flows(flow):
        yield from _rows(cost.inner(inner), f"{name(inner.name)}.", seen)


def _transition(cost: FlowCost, prefix: str, transition: Transition) -> tuple[str, ...]:
    if transition.work is not None:
        return _row(cost, prefix, name_of(transition.name), transition.work)
    runs = f"runs {name(transition.runs.name)}" if isinstance(transition.runs, Flow) else ""
    return (f"{prefix}{name(transition.name)}", "", runs, "", "", "")


def _row(cost: FlowCost, prefix: str, title: str, step: Step) -> tuple[str, ...]:
    reads = ", ".join(
        "every key" if read.source is Source.VALUES else f"{name(read.key)}{'?' if read.optional else ''}"
        for read in step_reads(step)
    )
    writes = "" if step.writes is None else name(step.writes)
    form = short_type(step.type)
    tries = number(step.attempts.most)
    return (f"{prefix}{name(title)}", reads, writes, f"list of {form}" if step.each and form else form, tries,
            most_text(cost, step))  # fmt: skip


def most_text(cost: FlowCost, step: Step) -> str:
    """Return the most that one run of a step costs: calls, and seconds where it has a timeout."""
    bill = cost.parts.step(step)
    said = [] if bill.calls.most == 0 else [_calls(bill.calls.most)]
    if bill.seconds.most not in (0, None, float("inf")):
        said.append(f"{amount(bill.seconds.most)} s")
    return ", ".join(said) or "no call"


def _calls(most: Amount) -> str:
    return count(int(most), "call") if most is not None and most < float("inf") else f"{amount(most)} calls"
