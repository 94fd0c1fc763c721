"""Defects of keys: misspelt, in the wrong order, written for nobody, of another type."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from analyzer.facts.flow_facts import FlowFacts
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.step import Source
from chaindsl.graph.unknown import Unknown, known
from chaindsl.graph.walk import flow_steps
from tests.mutation.parent import Edit, Parent, Work
from tests.mutation.seed import seed

Found = Iterator[tuple[str, list[Edit]]]


def wanted(flow: Flow) -> set[str]:
    """The keys that parts of a flow read, and those that it says it hands back."""
    net = FlowFacts(flow).net
    implied = flow.outputs is None
    return {use.key for node, use in net.uses() if not (implied and node == net.END)}


def reads_all(flow: Flow) -> bool:
    """Whether some step reads every key."""
    return any(read.source is Source.VALUES for step in flow_steps(flow) for read in step.reads)


def renamed_in(parent: Parent, work: Work, old: str, new: str) -> list[Edit]:
    """Rename a parameter in a function, its body included."""
    edits = [
        Edit(parent.span(arg)[0], parent.span(arg)[0] + len(old.encode()), new)
        for arg in work.node.args.args
        if arg.arg == old
    ]
    edits += [
        parent.replace(name, new)
        for statement in work.node.body
        for name in ast.walk(statement)
        if isinstance(name, ast.Name) and name.id == old
    ]
    return edits


@seed("misspelt read", "CD201")
def misspelt_read(parent: Parent) -> Found:
    """A parameter that names no key."""
    for work in parent.works:
        if work.transition is None or work.transition.runs is None:
            for arg in work.parameters:
                yield f"{work.name}({arg.arg})", renamed_in(parent, work, arg.arg, f"{arg.arg}x")


@seed("misspelt write", "CD105 CD201 CD202 CD203")
def misspelt_write(parent: Parent) -> Found:
    """A step that writes to another key than those after it read."""
    for work in parent.works:
        option, key = work.options.get("writes"), work.step.writes
        if option is not None and isinstance(key, str) and key in wanted(work.flow.graph):
            yield work.name, [parent.replace(option.value, repr(f"{key}x"))]


@seed("reader of another type", "CD204")
def reader_type(parent: Parent) -> Found:
    """A parameter whose type the writer's does not fit."""
    for work in parent.works:
        for arg in work.parameters:
            if arg.annotation is not None and parent.text(arg.annotation) not in ("object", "Any"):
                yield f"{work.name}({arg.arg})", [parent.replace(arg.annotation, "bytes")]


@seed("input that nobody reads", "CD206")
def unread_input(parent: Parent) -> Found:
    """One more input."""
    for flow, call in parent.calls:
        given = next((keyword.value for keyword in call.keywords if keyword.arg == "inputs"), None)
        if isinstance(given, ast.Dict) and not reads_all(flow.graph):
            end = parent.span(given)[1] - 1
            yield str(flow.graph.name), [Edit(end, end, ', "unread": str' if given.keys else '"unread": str')]


@seed("write that nobody reads", "CD202")
def unread_write(parent: Parent) -> Found:
    """One more step before another, whose key nobody asks for."""
    for flow, call in parent.calls:
        if isinstance(flow.graph.body, Chain) and not reads_all(flow.graph):
            for argument in call.args[1:]:
                if isinstance(argument, ast.Name):
                    yield f"{flow.graph.name} before {argument.id}", _step_before(parent, argument, "unread")


@seed("write that is overwritten", "CD203")
def overwritten(parent: Parent) -> Found:
    """One more step that writes, before anybody reads it, what the next one writes."""
    for flow, call in parent.calls:
        if not isinstance(flow.graph.body, Chain):
            continue
        for argument in call.args[1:]:
            work = next(
                (one for one in parent.works if isinstance(argument, ast.Name) and one.name == argument.id), None
            )
            if work is not None and isinstance(work.step.writes, str) and work.step.each is None:
                key = work.step.writes
                if not reads_all(flow.graph) and not any(read.key == key for read in work.step.reads):
                    yield work.name, _step_before(parent, argument, key)


def _step_before(parent: Parent, argument: ast.expr, key: str) -> list[Edit]:
    at = parent.span(argument)[0]
    statement = parent.statement_of(argument)
    made = f'import chaindsl as _c\n\n@_c.step(writes="{key}")\ndef seeded() -> str:\n    return "seeded"\n'
    return [parent.above(statement, made), Edit(at, at, "seeded, ")]


@seed("steps in the wrong order", "CD201 CD203 CD202")
def swapped(parent: Parent) -> Found:
    """A step before the one whose key it reads."""
    works = {work.name: work for work in parent.works}
    for flow, call in parent.calls:
        names = [part for part in call.args[1:] if isinstance(part, ast.Name) and part.id in works]
        for one, other in pairwise(names):
            needed = {read.key for read in works[other.id].step.reads if not read.optional}
            if isinstance(flow.graph.body, Chain) and works[one.id].step.writes in needed:
                yield f"{other.id} before {one.id}", [parent.replace(one, other.id), parent.replace(other, one.id)]


@seed("reader beside its writer", "CD205")
def side_by_side(parent: Parent) -> Found:
    """Two steps of which one reads what the other writes, side by side."""
    works = {work.name: work for work in parent.works}
    for flow, call in parent.calls:
        parts = call.args[1:]
        for one, other in pairwise(parts):
            if not (isinstance(one, ast.Name) and isinstance(other, ast.Name) and {one.id, other.id} <= works.keys()):
                continue
            if isinstance(flow.graph.body, Chain) and works[one.id].step.writes in _needs(works[other.id]):
                top = parent.above(parent.statement_of(call), "import chaindsl as _c")
                start, end = parent.span(one)[0], parent.span(other)[1]
                yield f"{one.id} and {other.id}", [top, Edit(start, end, f"_c.parallel({one.id}, {other.id})")]


def _needs(work: Work) -> set[str]:
    found = {read.key for read in work.step.reads}
    if work.step.each is not None and not isinstance(work.step.each, Unknown):
        found.add(str(work.step.each.key))
    return found


@seed("step left out", "CD201 CD105")
def left_out(parent: Parent) -> Found:
    """A step that is not in the chain, though another one reads what it writes and nobody else writes it."""
    works = {work.name: work for work in parent.works}
    for flow, call in parent.calls:
        if not isinstance(flow.graph.body, Chain):
            continue
        inputs = {part.key for part in known(flow.graph.inputs, ())}
        named = [part for part in call.args[1:] if isinstance(part, ast.Name) and part.id in works]
        for index, part in enumerate(named):
            key = works[part.id].step.writes
            read = any(
                key in {r.key for r in works[later.id].step.reads if not r.optional} for later in named[index + 1 :]
            )
            if read and key not in inputs and not any(works[p.id].step.writes == key for p in named if p is not part):
                yield part.id, [parent.leave_out(part)]
