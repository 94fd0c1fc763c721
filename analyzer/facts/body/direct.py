"""Whether a body does no more with its models than to call them, by what the text says: most are so.

Then no model gets into any other function, and whoever wants to know what it is asked need not follow the others.
"""

import ast
from collections import Counter
from collections.abc import Mapping

from analyzer.facts.body.marks import Model
from analyzer.facts.body.spoken import ascii_words
from analyzer.facts.body.visits import OwnCall, own_calls
from analyzer.source.definition import Definition, Function, Marked
from analyzer.source.scope import ScopeKind

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_TYPED = "typed"
"""What asks for values of a type asks more than once."""


def direct(function: Function, given: Mapping[str, Definition]) -> list[OwnCall] | None:
    """Return the calls of a function's models, None where it may do anything else with one."""
    node, scope = function.node, function.frame.activation.scope
    if isinstance(node, ast.Lambda) or scope.kind is not ScopeKind.MODULE:
        return None
    if not all(isinstance(value, Marked) for value in given.values()):
        return None
    inner = scope.inner(node)
    if any(isinstance(statement, _DEFINITIONS) for statement, _ in inner.contents.statements):
        return None
    models = {name for name, value in given.items() if isinstance(value, Marked) and isinstance(value.mark, Model)}
    asking = [own for own in own_calls(inner) if _callee(own[0]) in models]
    text = "\n".join(scope.module.lines[node.lineno - 1 : node.end_lineno])
    if not text.isascii():
        return None
    words = ascii_words(text)
    called = Counter(_callee(call) for call, _, _ in asking)
    # Once as the parameter, and each time as what is called.
    known = "lambda" not in words and all(words.count(name) == called[name] + 1 for name in models)
    return asking if known else None


def _callee(call: ast.Call) -> str:
    """The name that is called, itself or by a method of it."""
    match call.func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if attr != _TYPED:
            return name
    return ""
