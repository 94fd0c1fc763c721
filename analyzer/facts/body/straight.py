"""The model calls of a body that goes straight on and does no more with its models than to call them: most are so.

What it says is what `calls` would find out; about all other bodies it says nothing.
"""

import ast
from collections import Counter
from collections.abc import Collection, Mapping

from analyzer.facts.body.marks import Model
from analyzer.facts.body.most import Most
from analyzer.facts.body.spoken import WORDS, leads_nowhere
from analyzer.facts.body.visits import Around, own_calls
from analyzer.source.definition import Class, Definition, Expr, Frame, Function, Marked, Outside
from analyzer.source.module import Module
from analyzer.source.reader import Reader
from analyzer.source.scope import ScopeKind
from chaindsl.graph.unknown import Unknown

_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Assert, ast.Return, ast.Pass)
_TYPED = "typed"


def straight(reader: Reader, function: Function, given: Mapping[str, Definition]) -> Most | None:
    """Return the most model calls of a function whose parameters are given these, or None: that takes a closer look."""
    node, scope = function.node, function.frame.activation.scope
    if isinstance(node, ast.Lambda) or scope.kind is not ScopeKind.MODULE or not _goes_on(node.body):
        return None
    if not all(isinstance(value, Marked) for value in given.values()):
        return None
    models = {name for name, value in given.items() if isinstance(value, Marked) and isinstance(value.mark, Model)}
    inner = scope.inner(node)
    asking = [(call, around) for call, _, around in own_calls(inner) if _callee(call) in models]
    if not _only_called(scope.module, node, models, asking):
        return None
    activation = reader.activation(function, given)
    others = [one for one in own_calls(inner) if _callee(one[0]) not in models]
    handed = [one for one in others if any(_holds(one[0], call) for call, _ in asking)]
    harmless = all(
        not around and _is_harmless(reader, Expr(call.func, Frame(activation, point))) for call, point, around in handed
    )
    return Most(len(asking)) if harmless else None


def _goes_on(body: list[ast.stmt]) -> bool:
    """Whether a body has no branch, no loop and no way out before its end."""
    return all(isinstance(statement, _SIMPLE) for statement in body) and not any(
        isinstance(statement, ast.Return) for statement in body[:-1]
    )


def _callee(call: ast.Call) -> str:
    """The name that is called, itself or by a method of it."""
    match call.func:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if attr != _TYPED:
            return name
    return ""


def _only_called(module: Module, node: ast.AST, models: Collection[str], asking: list[tuple[ast.Call, Around]]) -> bool:
    """Whether each model is spoken of once as a parameter and else only where it is called, once each."""
    first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or 0
    text = "\n".join(module.lines[first - 1 : last])
    if not text.isascii() or any(around for _, around in asking):
        return False
    words = Counter(WORDS.findall(text))
    if "lambda" in words or ("if" in words and len(asking) > 1):
        return False
    called = Counter(_callee(call) for call, _ in asking)
    return all(words[name] == called[name] + 1 for name in models)


def _holds(outer: ast.Call, inner: ast.Call) -> bool:
    """Whether a call stands inside another one."""
    start, end = (inner.lineno, inner.col_offset), (inner.end_lineno or 0, inner.end_col_offset or 0)
    return (outer.lineno, outer.col_offset) <= start and end <= (outer.end_lineno or 0, outer.end_col_offset or 0)


def _is_harmless(reader: Reader, called: Expr) -> bool:
    """Whether what is handed a model's text certainly asks no model, nor calls itself without end."""
    found = reader.follow(called)
    if isinstance(found, Function):
        around = found.frame.activation.scope
        return around.kind is ScopeKind.MODULE and leads_nowhere(reader, around.inner(found.node))
    return isinstance(found, Outside | Unknown | Class)
