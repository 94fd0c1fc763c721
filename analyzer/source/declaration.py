"""The `@step(...)` or `@transition(...)` of a function, among all its decorators."""

import ast
from dataclasses import dataclass

from analyzer.source.arguments import Arguments, called
from analyzer.source.definition import Definition, Expr, Function, Outside
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from chaindsl.graph.unknown import Unknown, Why

_KINDS = {"chaindsl.step": "step", "chaindsl.transition": "transition"}


@dataclass(frozen=True, slots=True)
class Declaration:
    """A function with what was declared about it; `kind` is `step` or `transition`."""

    kind: str
    function: Function
    arguments: Arguments


def declaration(reader: Reader, definition: Definition) -> Declaration | Unknown | None:
    """Return the declaration of a followed function; None if it has none, unknown if nobody can tell.

    Decorators around or under the declaration are taken to keep the function's signature, as `functools.wraps` does.
    """
    if isinstance(definition, Expr):
        return _called(reader, definition)
    if not isinstance(definition, Function) or isinstance(definition.node, ast.Lambda):
        return None
    found: list[Declaration] = []
    unknown: Unknown | None = None
    for node in definition.node.decorator_list:
        target = reader.follow(Expr(node, definition.frame))
        call = called(reader, target)
        if call is not None and call.name in _KINDS:
            found.append(Declaration(_KINDS[call.name], definition, call.arguments))
        elif not (isinstance(target, Outside) and target.name.startswith("builtins.")):
            unknown = unknown or hole(reader, target, Expr(node, definition.frame))
    if len(found) > 1:
        return definition.frame.unknown(Why.DYNAMIC, definition.node, definition.node.name)
    return found[0] if found else unknown


def _called(reader: Reader, definition: Expr) -> Declaration | None:
    """`step(writes="x")(function)`."""
    if not isinstance(definition.node, ast.Call) or len(definition.node.args) != 1 or definition.node.keywords:
        return None
    outer = called(reader, reader.follow(Expr(definition.node.func, definition.frame)))
    if outer is None or outer.name not in _KINDS:
        return None
    function = reader.follow(Expr(definition.node.args[0], definition.frame))
    if not isinstance(function, Function) or isinstance(function.node, ast.Lambda):
        return None
    return Declaration(_KINDS[outer.name], function, outer.arguments)
