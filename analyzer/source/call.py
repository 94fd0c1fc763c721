"""Calls of the project's own functions, followed to what they return. Nothing is run: one `return` must be sure."""

import ast
from collections.abc import Mapping

from analyzer.source.block import Point
from analyzer.source.collection import entries, spread
from analyzer.source.definition import (
    Activation,
    Definition,
    Entries,
    Expr,
    Frame,
    Function,
    Items,
    Outside,
    Spread,
)
from analyzer.source.reaching import is_static, way
from analyzer.source.reader import Reader
from analyzer.source.scope import Scope
from analyzer.source.tree import is_generator
from chaindsl.graph.unknown import Unknown, Why

_TRANSPARENT = frozenset({"functools.cache", "functools.lru_cache", "builtins.staticmethod"})
_GETATTR, _CAST = Outside("builtins.getattr"), Outside("typing.cast")


def call(reader: Reader, node: ast.Call, frame: Frame) -> Definition | None:
    """Follow a call one step; None where it stands for itself."""
    called = reader.follow(Expr(node.func, frame))
    if isinstance(called, Function):
        return _enter(reader, called, node, frame)
    if called == _GETATTR and len(node.args) >= 2:
        name = reader.constant(Expr(node.args[1], frame))
        if isinstance(name, str) and name.isidentifier():
            return Expr(_attribute(reader, node, name), frame)
    if called == _CAST and len(node.args) == 2 and not node.keywords:
        return Expr(node.args[1], frame)
    return None


def _attribute(reader: Reader, node: ast.Call, name: str) -> ast.Attribute:
    made = ast.copy_location(ast.Attribute(node.args[0], name, ast.Load()), node)
    return reader.once(("getattr", node), lambda: made, lambda: made)


def _enter(reader: Reader, function: Function, node: ast.Call, frame: Frame) -> Definition:
    """Follow a call into a function's one `return`."""
    unknown = frame.unknown(Why.DYNAMIC, node)
    body = function.node
    recursive = _is_running(function, frame)
    generator = "yield" in function.frame.module.text and is_generator(body)
    if recursive or isinstance(body, ast.AsyncFunctionDef) or generator or not transparent(reader, function):
        return unknown
    given = arguments(reader, function, node, frame)
    if isinstance(given, Unknown):
        return unknown
    scope = function.frame.activation.scope.inner(body)
    activation = Activation(scope, _outer(function, frame), given, frame.activation)
    if isinstance(body, ast.Lambda):
        return Expr(body.body, Frame(activation, scope.contents.start))
    return _returned(reader, scope, activation) or unknown


def transparent(reader: Reader, function: Function) -> bool:
    """Say whether a function's decorators leave what it returns as it is."""
    if isinstance(function.node, ast.Lambda):
        return True
    for node in function.node.decorator_list:
        target = node.func if isinstance(node, ast.Call) else node
        found = reader.follow(Expr(target, function.frame))
        if not (isinstance(found, Outside) and found.name in _TRANSPARENT):
            return False
    return True


def _is_running(function: Function, frame: Frame) -> bool:
    running: Activation | None = frame.activation
    while running is not None:
        if running.scope.node is function.node:
            return True
        running = running.caller or (running.outer.activation if running.outer else None)
    return False


def _outer(function: Function, frame: Frame) -> Frame:
    """The frame around a function's body: as of the call where that is seen, else any time after the definition."""
    at: Frame | None = frame
    while at is not None:
        if at.activation is function.frame.activation:
            return at
        at = at.activation.outer
    return function.frame.later()


def _returned(reader: Reader, scope: Scope, activation: Activation) -> Definition | None:
    def truth(test: ast.expr, point: Point) -> bool | None:
        return reader.truth(Expr(test, Frame(activation, point))) if is_static(test) else None

    for node, point in scope.contents.returns:
        holds = way(point.block, scope.contents.start.block, truth)
        if holds is None or (holds and node.value is None):
            return None
        if holds and node.value is not None:
            return Expr(node.value, Frame(activation, point))
    return None


def arguments(reader: Reader, function: Function, node: ast.Call, frame: Frame) -> Mapping[str, Definition] | Unknown:
    """Return what a call gives to each parameter, defaults included; unknown where it doesn't fit or can't be told."""
    spec = function.node.args
    values = spread(reader, node.args, frame)
    names = [p.arg for p in (*spec.posonlyargs, *spec.args)]
    plain = values[: len(names)]
    given: dict[str, Definition] = {}
    for name, value in zip(names, plain, strict=False):
        if isinstance(value, Spread):
            return value.unknown
        given[name] = value
    if spec.vararg is not None:
        given[spec.vararg.arg] = Items(tuple(values[len(names) :]))
    elif len(values) > len(names):
        return frame.unknown(Why.DYNAMIC, node)
    named = _named(reader, node, frame)
    if isinstance(named, Unknown):
        return named
    extra = {name: value for name, value in named.items() if name not in {*names, *(p.arg for p in spec.kwonlyargs)}}
    if extra and spec.kwarg is None:
        return frame.unknown(Why.DYNAMIC, node)
    if spec.kwarg is not None:
        given[spec.kwarg.arg] = Entries(extra)
    given |= {name: value for name, value in named.items() if name not in extra}
    return _defaults(function) | given


def _named(reader: Reader, node: ast.Call, frame: Frame) -> dict[str, Definition] | Unknown:
    found: dict[str, Definition] = {}
    for keyword in node.keywords:
        if keyword.arg is not None:
            found[keyword.arg] = Expr(keyword.value, frame)
            continue
        pairs = entries(reader, Expr(keyword.value, frame))
        if isinstance(pairs, Unknown):
            return pairs
        for key, value in pairs:
            name = reader.constant(key)
            if not isinstance(name, str):
                return frame.unknown(Why.DYNAMIC, keyword.value)
            found[name] = value
    return found


def _defaults(function: Function) -> dict[str, Definition]:
    spec = function.node.args
    names = [p.arg for p in (*spec.posonlyargs, *spec.args)]
    first = len(names) - len(spec.defaults)
    found: dict[str, Definition] = {
        name: Expr(value, function.frame) for name, value in zip(names[first:], spec.defaults, strict=True)
    }
    for parameter, value in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
        if value is not None:
            found[parameter.arg] = Expr(value, function.frame)
    return found
