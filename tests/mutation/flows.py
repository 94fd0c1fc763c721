"""Defects of flows: names that do not exist, routes, limits and budgets that are not there, things that stand twice."""

import ast
from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.budget import Budget
from chaindsl.graph.flow import Repeat
from chaindsl.graph.step import Each
from chaindsl.graph.walk import flow_parts, nested_flows
from tests.mutation.parent import Edit, Parent
from tests.mutation.seed import seed

Found = Iterator[tuple[str, list[Edit]]]


def keyword(call: ast.Call, name: str) -> ast.keyword | None:
    """One of a call's keywords."""
    return next((one for one in call.keywords if one.arg == name), None)


def calls_of(parent: Parent, *names: str) -> Iterator[ast.Call]:
    """The calls of functions of the language, by their last name."""
    for node in ast.walk(parent.tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in names:
                yield node


def text_of(node: ast.AST | None) -> str | None:
    """A literal text."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def misspelt(parent: Parent, node: ast.AST) -> Edit:
    """A literal text with a letter too many."""
    return parent.replace(node, repr(f"{text_of(node)}x"))


@seed("misspelt output", "CD105")
def misspelt_output(parent: Parent) -> Found:
    """`outputs=` with a key that nobody writes."""
    for _, call in parent.calls:
        given = keyword(call, "outputs")
        for part in given.value.elts if given is not None and isinstance(given.value, ast.List | ast.Tuple) else ():
            yield f"{text_of(part)} in line {part.lineno}", [misspelt(parent, part)]


@seed("misspelt key of a block", "CD105 CD201")
def misspelt_block(parent: Parent) -> Found:
    """`until=`, `each=` and the key of a branch."""
    for call in calls_of(parent, "repeat"):
        until = keyword(call, "until")
        if until is not None:
            yield f"until in line {call.lineno}", [misspelt(parent, until.value)]
    for call in calls_of(parent, "branch"):
        yield f"branch in line {call.lineno}", [misspelt(parent, call.args[0])]
    for work in parent.works:
        if "each" in work.options:
            yield f"each of {work.name}", [misspelt(parent, work.options["each"].value)]


@seed("key of renamed() that is not read", "CD105 CD201")
def misspelt_renaming(parent: Parent) -> Found:
    """`renamed(reads=)` that leads to a key that nobody writes."""
    for call in calls_of(parent, "renamed"):
        given = keyword(call, "reads")
        for value in given.value.values if given is not None and isinstance(given.value, ast.Dict) else ():
            yield f"{text_of(value)} in line {value.lineno}", [misspelt(parent, value)]


@seed("route left out", "CD106")
def route_left_out(parent: Parent) -> Found:
    """A label without a route, where nothing is done for all others."""
    for call in calls_of(parent, "branch"):
        if keyword(call, "otherwise") is None and isinstance(call.args[1], ast.Dict):
            for key, value in zip(call.args[1].keys, call.args[1].values, strict=True):
                if key is not None:
                    gone = parent.leave_out(value)
                    yield f"{parent.text(key)} in line {call.lineno}", [Edit(parent.span(key)[0], gone.end, "")]


@seed("route for a label that can't occur", "CD106")
def strange_route(parent: Parent) -> Found:
    """A label that is misspelt, or one of another enum."""
    for call in calls_of(parent, "branch"):
        if isinstance(call.args[1], ast.Dict):
            for key in call.args[1].keys:
                if text_of(key) is not None and key is not None:
                    yield f"{text_of(key)} in line {call.lineno}", [misspelt(parent, key)]


@seed("no otherwise", "CD106")
def no_otherwise(parent: Parent) -> Found:
    """A branch that does not say what is done for all other labels."""
    for call in calls_of(parent, "branch"):
        given = keyword(call, "otherwise")
        if given is not None:
            yield f"line {call.lineno}", [parent.leave_out(given)]


@seed("part that stands twice", "CD110")
def twice(parent: Parent) -> Found:
    """A step, a flow or a transition that is named again."""
    for flow, call in parent.calls:
        for argument in call.args[1:]:
            if isinstance(argument, ast.Name):
                at = parent.span(argument)[0]
                yield f"{argument.id} in {flow.graph.name}", [Edit(at, at, f"{argument.id}, ")]


@seed("no limit on a list that a model writes", "CD301 CD302")
def no_limit(parent: Parent) -> Found:
    """An `each` without `limit=` over a list whose length nothing else caps."""
    for work in parent.works:
        facts = FlowFacts(work.flow.graph)
        each = work.step.each
        if work.asks and "limit" in work.options and isinstance(each, Each):
            writers = facts.list_writers(work.step) or []
            if writers and not any("max_length" in str(write.type) for _, write in writers):
                yield work.name, [parent.leave_out(work.options["limit"])]


@seed("no budget", "CD304")
def no_budget(parent: Parent) -> Found:
    """A flow that calls a model and may spend what it wants."""
    parts = {part.place for flow in parent.flows for part in nested_flows(flow.graph)}
    for flow, call in parent.calls:
        given = keyword(call, "budget")
        if given is not None and flow.graph.place not in parts and FlowFacts(flow.graph).calls_model:
            yield str(flow.graph.name), [parent.leave_out(given)]


@seed("budget that is too small", "CD303")
def small_budget(parent: Parent) -> Found:
    """Fewer calls than the flow may need."""
    for flow, call in parent.calls:
        facts = FlowFacts(flow.graph)
        given, budget = keyword(call, "budget"), flow.graph.budget
        bound = facts.calls if facts.calls.finite else facts.calls_between_decisions
        if (
            given is None
            or not isinstance(budget, Budget)
            or budget.calls is None
            or not isinstance(given.value, ast.Call)
        ):
            continue
        calls = keyword(given.value, "calls")
        if calls is not None and bound.finite and (bound.most or 0) > 1:
            yield str(flow.graph.name), [parent.replace(calls.value, "1")]


@seed("seconds that are too few", "CD303")
def few_seconds(parent: Parent) -> Found:
    """Less time than the time-outs allow."""
    for flow, call in parent.calls:
        given, seconds = keyword(call, "budget"), FlowFacts(flow.graph).seconds
        if (
            given is None
            or not isinstance(given.value, ast.Call)
            or not seconds.finite
            or not (seconds.most or 0) > 0.2
        ):
            continue
        if (limit := keyword(given.value, "seconds")) is not None:
            yield str(flow.graph.name), [parent.replace(limit.value, "0.01")]


@seed("loop that nothing can end", "CD105")
def endless(parent: Parent) -> Found:
    """`until=` with a key that no part of the loop writes, though others do."""
    for flow, call in parent.calls:
        loops = [part for part in flow_parts(flow.graph) if isinstance(part, Repeat)]
        first = next((part.key for part in flow.graph.inputs), None) if isinstance(flow.graph.inputs, tuple) else None
        if loops and first is not None:
            for loop in calls_of(parent, "repeat"):
                until = keyword(loop, "until")
                if until is not None and parent.span(call)[0] <= parent.span(loop)[0] <= parent.span(call)[1]:
                    yield f"line {loop.lineno}", [parent.replace(until.value, repr(first))]


@seed("router with too many labels", "CD407")
def wide_router(parent: Parent) -> Found:
    """Twelve labels more, in the type and in the routes."""
    for call in calls_of(parent, "branch"):
        routes = call.args[1]
        named = {text_of(key) for key in routes.keys} if isinstance(routes, ast.Dict) else set()
        types = [
            node.slice
            for node in ast.walk(parent.tree)
            if isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Tuple)
            and named
            and {text_of(part) for part in node.slice.elts} == named
        ]
        if types and None not in named:
            end = parent.span(routes)[1] - 1
            more = [f'"more{number}"' for number in range(12)]
            wider = [Edit(parent.span(node)[1], parent.span(node)[1], f", {', '.join(more)}") for node in types]
            yield f"line {call.lineno}", [*wider, Edit(end, end, f", {', '.join(f'{label}: ()' for label in more)}")]
