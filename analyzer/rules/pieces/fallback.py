"""The fix for a body that reads a model's text, or returns a default: `parse=` and `fallback=` say the same."""

import ast
from collections.abc import Mapping

from analyzer.edit.call import CallSite
from analyzer.edit.sites import Sites
from analyzer.facts.body_facts import BodyFacts
from analyzer.finding import Edit, Fix
from analyzer.source.module import Module
from chaindsl.graph.step import Step

_NUMBERS: Mapping[str, type] = {"int": int, "float": float}
_EMPTY = {"list": "[]", "dict": "{}"}


def falling_back(bodies: BodyFacts, step: Step, handler: ast.AST) -> Fix | None:
    """Let the flow read the text, try again and fall back, where the body does nothing else with it in the end."""
    sites = Sites(bodies.source)
    site, body = sites.declaration(step.place), sites.body(step.place)
    if site is None or body is None or not isinstance(body.node, ast.FunctionDef) or body.node.returns is None:
        return None
    if site.value("parse") is not None or site.value("fallback") is not None:
        return None
    last = body.node.body[-1]
    if not isinstance(last, ast.Try) or last.handlers != [handler] or _has_comment(body.module, last):
        return None
    return _fix(site, body.module, body.node.returns, last)


def _fix(site: CallSite, module: Module, returns: ast.expr, last: ast.Try) -> Fix | None:
    text, default = _read(last), _default(last)
    if text is None or default is None or last.orelse or last.finalbody:
        return None
    kind, value, asked = ast.unparse(returns), ast.unparse(default), module.place(text)
    if not _fits(last, kind, default) or asked.line != asked.end_line:
        return None
    added = site.given("parse", f"{kind}, fallback={value}")
    line = module.lines[asked.line - 1][asked.column - 1 : asked.end_column - 1]
    edits = (*added, Edit(module.place(returns), "str"), Edit(module.place(last), f"return {line}"))
    return Fix(f"say parse={kind} and fallback={value}", edits, safe=False) if added else None


def _read(last: ast.Try) -> ast.expr | None:
    """What is read: the one argument of the call that is returned."""
    match last.body:
        case [ast.Return(value=ast.Call(args=[text], keywords=[]))] if not isinstance(text, ast.Starred):
            return text
    return None


def _default(last: ast.Try) -> ast.expr | None:
    match last.handlers:
        case [ast.ExceptHandler(body=[ast.Return(value=ast.expr() as value)])]:
            return value
    return None


def _fits(last: ast.Try, kind: str, default: ast.expr) -> bool:
    """Whether the call reads just what the annotation says, and the default is certainly of that type."""
    match last.body[0]:
        case ast.Return(value=ast.Call(func=ast.Name(id=name))) if name in _NUMBERS:
            plain = isinstance(default, ast.Constant) and type(default.value) is _NUMBERS[name]
            return name == kind and plain
        case ast.Return(value=ast.Call(func=ast.Attribute(value=ast.Name(id="json"), attr="loads"))):
            return _EMPTY.get(kind.partition("[")[0]) == ast.unparse(default)
    return False


def _has_comment(module: Module, node: ast.stmt) -> bool:
    return any("#" in line for line in module.lines[node.lineno - 1 : node.end_lineno])
