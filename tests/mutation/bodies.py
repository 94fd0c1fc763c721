"""Defects of bodies: more calls than said, text in place of a prompt, failures swallowed, effects done twice."""

import ast
from collections.abc import Iterator

from chaindsl.graph.step import Effect
from chaindsl.graph.typeform import labels
from tests.mutation.parent import Edit, Parent, Work
from tests.mutation.seed import seed

Found = Iterator[tuple[str, list[Edit]]]


def asking(work: Work) -> Iterator[ast.Call]:
    """The calls of a model that stand in a body."""
    models = {tool.name for tool in work.step.tools if tool.kind == "model"}
    for node in ast.walk(work.node):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in models:
            yield node


def last(work: Work) -> ast.Return | None:
    """What a body ends with."""
    end = work.node.body[-1]
    return end if isinstance(end, ast.Return) and end.value is not None else None


@seed("one call too many", "CD302")
def one_more_call(parent: Parent) -> Found:
    """A model that is asked once more before the body ends."""
    for work in parent.works:
        end = last(work)
        for call in list(asking(work))[:1] if end is not None else ():
            waits = "await " if isinstance(work.node, ast.AsyncFunctionDef) else ""
            yield work.name, [parent.above(end, f"{waits}{parent.text(call)}")] if end is not None else []


@seed("calls in a loop without end", "CD302 CD301")
def endless_calls(parent: Parent) -> Found:
    """A model that is asked as long as it likes."""
    for work in parent.works:
        end = last(work)
        for call in list(asking(work))[:1]:
            waits = "await " if isinstance(work.node, ast.AsyncFunctionDef) else ""
            if end is not None:
                yield work.name, [parent.above(end, f"while not {waits}{parent.text(call)}:\n    pass")]


@seed("prompt written in place", "CD501")
def literal_prompt(parent: Parent) -> Found:
    """A text in the body where a versioned prompt was."""
    for work in parent.works:
        for call in asking(work):
            filled = call.args[0] if call.args else None
            if isinstance(filled, ast.Call) and isinstance(filled.func, ast.Attribute) and filled.func.attr == "format":
                values = " ".join(
                    f"{{{one.arg}}}" for one in filled.keywords if one.arg and _name(one.value) == one.arg
                )
                yield work.name, [parent.replace(filled, f'f"Please answer this as well as you can: {values}"')]


def _name(node: ast.expr) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


@seed("placeholder without a value", "CD503")
def placeholder(parent: Parent) -> Found:
    """A prompt that is filled under another name than its text has."""
    for work in parent.works:
        for call in asking(work):
            filled = call.args[0] if call.args else None
            if isinstance(filled, ast.Call) and isinstance(filled.func, ast.Attribute) and filled.func.attr == "format":
                for one in filled.keywords:
                    if one.arg:
                        at = parent.span(one)[0]
                        yield f"{one.arg} of {work.name}", [Edit(at, at + len(one.arg.encode()), f"{one.arg}x")]


@seed("failure that is swallowed", "CD403")
def swallowed(parent: Parent) -> Found:
    """A model call whose failure becomes a default."""
    for work in parent.works:
        end = last(work)
        if end is not None and any(call in set(ast.walk(end)) for call in asking(work)):
            start, stop = parent.span(end)
            indent = " " * end.col_offset
            default = _default(work)
            text = f"try:\n{indent}    {parent.text(end)}\n{indent}except Exception:\n{indent}    return {default!r}"
            if default is not None:
                yield work.name, [Edit(start, stop, text)]


def _default(work: Work) -> str | None:
    """A text that the step may write; None where one that is made up may be rejected, so that nothing is swallowed."""
    if work.step.validators:
        return None
    if not work.step.parsed:
        return None if "list" in ast.unparse(work.node.returns or ast.Constant("")) else "it is not known"
    values = labels(work.step.type)
    return str(values[0].value) if values and values[0].type in ("str", "enum") else None


@seed("chance in a step that is computed", "CD404")
def chance(parent: Parent) -> Found:
    """A value that is another one in each run."""
    for work in parent.works:
        end = last(work)
        if end is not None and not work.step.tools and end.value is not None and work.step.command is False:
            picked = f"_random.choice([{parent.text(end.value)}])"
            yield work.name, [Edit(*parent.span(end.value), picked), *_imported(parent, work, "random")]


def _imported(parent: Parent, work: Work, module: str) -> list[Edit]:
    return [parent.above(parent.statement_of(work.node), f"import {module} as _{module}")]


@seed("effect without a key", "CD402")
def retried_effect(parent: Parent) -> Found:
    """Something that touches the outside and is tried again."""
    for work in parent.works:
        if isinstance(work.step.effect, Effect) and "idempotency_key" in work.options:
            yield work.name, [parent.leave_out(work.options["idempotency_key"])]
        elif _may_be_an_effect(work):
            yield work.name, [parent.into(work.declared, "effect=True")]


def _may_be_an_effect(work: Work) -> bool:
    most = work.step.attempts.most
    plain = work.step.effect is None and work.step.command is False and work.transition is None
    return plain and isinstance(most, int) and most > 1 and "effect" not in work.options


@seed("what an actor wrote among a command's arguments", "CD602")
def into_command(parent: Parent) -> Found:
    """An argument that whoever decides supplies, as text, handed to a program."""
    for work in parent.works:
        supplied = [read.parameter for read in work.step.reads if read.source == "actor"]
        free = [one.arg for one in work.node.args.args if one.arg in supplied and "Text" in ast.unparse(one)]
        for node in ast.walk(work.node):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cli":
                for name in free:
                    end = parent.span(node.args[-1])[1]
                    yield f"{name} of {work.name}", [Edit(end, end, f", {name}")]


@seed("flow that is started again", "CD406")
def started_again(parent: Parent) -> Found:
    """A loop around a whole run."""
    for flow, _ in parent.calls:
        if flow.symbols and not flow.scope and "." not in flow.symbols[0]:
            symbol = flow.symbols[0]
            text = (
                "\n\ndef seeded(values):\n    for _ in range(3):\n        try:\n"
                f"            return {symbol}.run(values)\n        except Exception:\n            continue\n"
            )
            yield symbol, [Edit(len(parent.data), len(parent.data), text)]


@seed("file that can't be parsed", "CD001")
def unparsable(parent: Parent) -> Found:
    """A bracket that is not closed."""
    yield "end", [Edit(len(parent.data), len(parent.data), "\nbroken = (\n")]
