"""Defects of workflows: ways that lead nowhere, round and round, past a decision, or past a guarantee."""

import ast
from collections.abc import Iterator

from analyzer.facts.flow_facts import FlowFacts
from analyzer.facts.machine import Machine
from analyzer.source.reading import SourceFlow
from chaindsl.graph.flow import Transition, Workflow
from chaindsl.graph.state import Actor
from tests.mutation.flows import calls_of, keyword, misspelt, text_of
from tests.mutation.parent import Edit, Parent
from tests.mutation.seed import seed

Found = Iterator[tuple[str, list[Edit]]]
Machines = Iterator[tuple[SourceFlow, ast.Call, Machine]]


def machines(parent: Parent) -> Machines:
    """The workflows of a module."""
    for flow, call in parent.calls:
        machine = FlowFacts(flow.graph).machine
        if machine is not None:
            yield flow, call, machine


def extra(parent: Parent, call: ast.Call, options: str, *, first: bool) -> list[Edit]:
    """One transition more, tried before or after all others."""
    made = f"import chaindsl as _c\n\n@_c.transition({options})\ndef seeded() -> None: ...\n"
    at = parent.span(call.args[1])[0] if first else parent.span(call.args[-1])[1]
    added = Edit(at, at, "seeded, " if first else ", seeded")
    return [parent.above(parent.statement_of(call), made), added]


def transitions(flow: SourceFlow) -> tuple[Transition, ...]:
    """The transitions of a workflow."""
    return flow.graph.body.transitions if isinstance(flow.graph.body, Workflow) else ()


@seed("way back that nothing limits", "CD101 CD111")
def back_edge(parent: Parent) -> Found:
    """An unguarded deterministic way from a deterministic transition's target to its source."""
    for flow, call, machine in machines(parent):
        for one in transitions(flow):
            if one.actor is Actor.DETERMINISTIC and one.limit is None and isinstance(one.targets, tuple):
                for target in one.targets:
                    if target not in machine.final and isinstance(one.sources, tuple):
                        options = f'source="{target}", target="{one.sources[0]}", actor="deterministic"'
                        yield (
                            f"{target} to {one.sources[0]} in {flow.graph.name}",
                            extra(parent, call, options, first=True),
                        )


@seed("state that nothing leaves", "CD105 CD103 CD104")
def not_final(parent: Parent) -> Found:
    """A state that is no more named as final."""
    for call in calls_of(parent, "workflow"):
        given = keyword(call, "final")
        for part in given.value.elts if given is not None and isinstance(given.value, ast.List | ast.Tuple) else ():
            yield f"{text_of(part)} in line {part.lineno}", [parent.leave_out(part)]
    for call in calls_of(parent, "State"):
        given = keyword(call, "final")
        if given is not None:
            yield f"{text_of(call.args[0])} in line {call.lineno}", [parent.leave_out(given)]


@seed("misspelt state", "CD105 CD102")
def misspelt_state(parent: Parent) -> Found:
    """A source, a target, or where a failure or a time-out leads, with a letter too many."""
    for work in parent.works:
        for name in ("source", "target", "on_failure"):
            option = work.options.get(name)
            if work.transition is not None and option is not None:
                parts = option.value.elts if isinstance(option.value, ast.Tuple) else [option.value]
                for part in parts:
                    yield f"{name}={text_of(part)} of {work.name}", [misspelt(parent, part)]
    for call in calls_of(parent, "State"):
        given = keyword(call, "on_timeout")
        if given is not None:
            yield f"on_timeout={text_of(given.value)}", [misspelt(parent, given.value)]
    for call in calls_of(parent, "workflow"):
        given = keyword(call, "initial")
        if given is not None:
            yield f"initial={text_of(given.value)} in line {call.lineno}", [misspelt(parent, given.value)]


@seed("misspelt name in a guarantee", "CD105")
def misspelt_guarantee(parent: Parent) -> Found:
    """A guarantee about something that does not exist."""
    for call in calls_of(parent, "passes", "at_most", "never", "decides"):
        decides = isinstance(call.func, ast.Name) and call.func.id == "decides"
        nodes = [*(call.args[:1] if not decides else ()), *(one.value for one in call.keywords)]
        for node in nodes:
            if text_of(node) is not None:
                yield f"{text_of(node)} in line {call.lineno}", [misspelt(parent, node)]


@seed("misspelt key in a guard", "CD201")
def misspelt_guard(parent: Parent) -> Found:
    """An expression over a key that nobody writes."""
    for work in parent.works:
        option = work.options.get("when")
        if option is not None and (text := text_of(option.value)) is not None:
            names = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)} - {"len"}
            for name in sorted(names):
                yield f"{name} of {work.name}", [parent.replace(option.value, repr(text.replace(name, f"{name}x")))]


@seed("no guard", "CD102 CD111 CD101")
def no_guard(parent: Parent) -> Found:
    """A transition that is always taken, so that those behind it never are."""
    for flow, _, machine in machines(parent):
        works = {work.name: work for work in parent.works if work.flow is flow}
        for here in machine.states.values():
            ways = [*here.tried, *here.offered]
            for index, number in enumerate(here.tried):
                name = str(machine.workflow.transitions[number].name)
                if index + 1 < len(ways) and name in works and "when" in works[name].options:
                    yield f"{name} in {flow.graph.name}", [parent.leave_out(works[name].options["when"])]


@seed("gap between guards", "CD108")
def gap(parent: Parent) -> Found:
    """A guard on the way that is taken where no other is, in a state where nobody can decide."""
    for flow, _, machine in machines(parent):
        works = {work.name: work for work in parent.works if work.flow is flow}
        for here in machine.states.values():
            last = machine.workflow.transitions[here.tried[-1]] if here.tried and not here.offered else None
            if last is None or here.name not in machine.reachable or here.final or str(last.name) not in works:
                continue
            keys = [part.key for part in flow.graph.inputs] if isinstance(flow.graph.inputs, tuple) else []
            work = works[str(last.name)]
            if keys and "when" not in work.options and last.guard is None:
                yield f"{last.name} in {flow.graph.name}", [parent.into(work.declared, f'when="{keys[0]} == 77077"')]


@seed("row that is too long", "CD107")
def long_row(parent: Parent) -> Found:
    """A depth limit that the workflow runs into."""
    for flow, call, _ in machines(parent):
        if FlowFacts(flow.graph).longest_row.length > 1:
            given = keyword(call, "max_chain_depth")
            edit = parent.replace(given.value, "1") if given is not None else parent.into(call, "max_chain_depth=1")
            yield str(flow.graph.name), [edit]


@seed("guarantee that is broken", "CD109")
def broken_guarantee(parent: Parent) -> Found:
    """A promise that something which happens never does, or that nothing is done without what is not needed."""
    for flow, call, machine in machines(parent):
        taken = {move.transition for name in machine.reachable for move in machine.moves[name] if not move.blocked}
        for number in sorted(number for number in taken if number is not None):
            name = machine.workflow.transitions[number].name
            promise = f'_c.at_most("{name}", 0)'
            top = parent.above(parent.statement_of(call), "import chaindsl as _c")
            yield f"at most no {name} in {flow.graph.name}", [top, _promised(parent, call, promise)]


def _promised(parent: Parent, call: ast.Call, promise: str) -> Edit:
    given = keyword(call, "always")
    if given is None:
        return parent.into(call, f"always=[{promise}]")
    at = parent.span(given.value)[0] + 1
    return Edit(at, at, f"{promise}, ")


@seed("decision that nobody is asked for", "CD111")
def hidden(parent: Parent) -> Found:
    """An unguarded deterministic way out of a state where somebody decides."""
    for flow, call, machine in machines(parent):
        final = next(iter(sorted(machine.final)), None)
        for here in machine.states.values():
            asked = here.offered and here.name in machine.reachable and not here.final
            if asked and final is not None:
                options = f'source="{here.name}", target="{final}", actor="deterministic"'
                yield f"{here.name} in {flow.graph.name}", extra(parent, call, options, first=True)


@seed("state that nothing leads to", "CD102 CD104")
def unreachable(parent: Parent) -> Found:
    """A transition out of a state that nobody comes to."""
    for flow, call, machine in machines(parent):
        final = next(iter(sorted(machine.final)), None)
        if final is not None:
            options = f'source="nowhere", target="{final}", actor="deterministic"'
            yield str(flow.graph.name), extra(parent, call, options, first=False)


@seed("trap", "CD104 CD101")
def trap(parent: Parent) -> Found:
    """A state that is left for itself alone, by somebody's decision."""
    for flow, call, machine in machines(parent):
        for here in machine.states.values():
            if here.offered and here.name in machine.reachable and not here.final:
                made = (
                    "import chaindsl as _c\n\n"
                    f'@_c.transition(source="{here.name}", target="pit")\ndef seeded() -> None: ...\n\n'
                    '@_c.transition(source="pit", target="pit")\ndef seeded_again() -> None: ...\n'
                )
                at = parent.span(call.args[-1])[1]
                added = Edit(at, at, ", seeded, seeded_again")
                yield f"{here.name} in {flow.graph.name}", [parent.above(parent.statement_of(call), made), added]


@seed("decision without guidance", "CD601")
def no_guidance(parent: Parent) -> Found:
    """A state where somebody decides, and nobody says what about."""
    for flow, _, machine in machines(parent):
        for call in calls_of(parent, "State"):
            name = text_of(call.args[0])
            here = machine.states.get(name or "")
            if here is not None and here.offered and here.name in machine.reachable and not here.final:
                told = [one for one in call.keywords if one.arg in ("goal", "guidance")]
                edits = [parent.replace(one.value, "None") for one in told]
                if edits:
                    yield f"{name} in {flow.graph.name}", edits
