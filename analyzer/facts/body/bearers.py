"""Which calls of a function may have to do with a model, by the names that they speak of: all others need no following.

A model comes in as an argument. What is not bound, on any way through the names of the function, to something that
speaks of such an argument, or to a function inside it, is none and has none.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyzer.facts.body.marks import Model, model_in
from analyzer.facts.body.spoken import leads_nowhere
from analyzer.facts.body.visits import own_calls
from analyzer.source.block import Point
from analyzer.source.contents import own_expressions
from analyzer.source.definition import Activation, Expr, Marked
from analyzer.source.reader import Reader
from analyzer.source.scope import Scope, ScopeKind
from analyzer.source.tree import children, walk

_INNER = "lambda"
"""Stands, among names, for a function without one; no name is spelt so."""
_DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, eq=False)
class _Speech:
    """The names that each call of a scope speaks of, and for each statement those it reads and those it binds."""

    calls: Mapping[ast.AST, frozenset[str]]
    binding: tuple[tuple[frozenset[str], frozenset[str]], ...]


class Bearers:
    """The calls of activations that may have to do with a model; what was found out about one is remembered."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._names: dict[Activation, frozenset[str] | None] = {}
        self._points: dict[Activation, frozenset[Point] | None] = {}

    def silent(self, node: ast.Call, activation: Activation) -> bool:
        """Say whether a call certainly has nothing to do with any model."""
        activation = _home(activation)
        names = self._bearing(activation)
        spoken = None if names is None else _speech(activation.scope).calls.get(node)
        return names is not None and spoken is not None and names.isdisjoint(spoken)

    def points(self, activation: Activation) -> frozenset[Point] | None:
        """Return where statements stand that may have to do with one; None where all may."""
        if activation not in self._points:
            names = self._bearing(activation)
            self._points[activation] = None if names is None else frozenset(_loud(activation.scope, names))
        return self._points[activation]

    def _bearing(self, activation: Activation) -> frozenset[str] | None:
        if activation not in self._names:
            around, holds = activation.outer, False
            while around is not None and not holds:
                holds, around = bool(around.activation.given), around.activation.outer
            self._names[activation] = None if holds else _spread(activation.scope, self._given(activation))
        return self._names[activation]

    def _given(self, activation: Activation) -> set[str]:
        """The parameters that are a model, or may lead to one."""
        given = activation.given or {}
        found = {name for name, value in given.items() if not isinstance(value, Marked | Expr)}
        found |= {name for name, value in given.items() if isinstance(value, Marked) and isinstance(value.mark, Model)}
        unsure = {name: value for name, value in given.items() if isinstance(value, Expr) and self._leads(value)}
        if not unsure or (
            all(self._written(value) for value in unsure.values()) and leads_nowhere(self._reader, activation.scope)
        ):
            return found
        return found | unsure.keys()

    def _leads(self, value: Expr) -> bool:
        """Whether an argument speaks of a model, where the call stands."""
        names = self._bearing(_home(value.frame.activation))
        return names is None or any(
            isinstance(node, ast.Lambda) or (isinstance(node, ast.Name) and node.id in names)
            for node in (walk(value.node) if names else ())
        )

    def _written(self, value: Expr) -> bool:
        """Whether an argument is what a model wrote: text, out of which nobody gets the model."""
        called = value.node.func if isinstance(value.node, ast.Call) else None
        return called is not None and model_in(self._reader.follow(Expr(called, value.frame))) is not None


def _loud(scope: Scope, names: frozenset[str]) -> Iterator[Point]:
    calls = _speech(scope).calls
    return (point for node, point, _ in own_calls(scope) if not names.isdisjoint(calls[node]))


def _home(activation: Activation) -> Activation:
    """The function, or whatever it is, that a comprehension stands in."""
    while activation.scope.kind is ScopeKind.LOCAL and activation.outer is not None:
        activation = activation.outer.activation
    return activation


def _spread(scope: Scope, given: set[str]) -> frozenset[str]:
    """The names of a scope that are bound, on any way, to what speaks of these."""
    if not given:
        return frozenset()
    found = {*given, _INNER}
    binding = _speech(scope).binding
    more = True
    while more:
        more = False
        for read, bound in binding:
            if not found.isdisjoint(read) and not bound <= found:
                found |= bound
                more = True
    return frozenset(found)


def _speech(scope: Scope) -> _Speech:
    """What a scope speaks of, looked through once."""
    kept: dict[Scope, _Speech] = scope.module.kept.setdefault("speech", {})
    if scope not in kept:
        binding = tuple(_binds(statement) for statement, _ in scope.contents.statements)
        kept[scope] = _Speech(_calls(scope), tuple(one for one in binding if one[1]))
    return kept[scope]


def _calls(scope: Scope) -> dict[ast.AST, frozenset[str]]:
    found: dict[ast.AST, frozenset[str]] = {}
    # Inner calls come behind outer ones; so each node is looked at once.
    for node, _, _ in reversed(own_calls(scope)):
        names: set[str] = set()
        stack = children(node)
        while stack:
            part = stack.pop()
            if isinstance(part, ast.Name):
                names.add(part.id)
            elif part in found:
                names |= found[part]
            else:
                if isinstance(part, ast.Lambda):
                    names.add(_INNER)
                stack += children(part)
        found[node] = frozenset(names)
    return found


def _binds(statement: ast.stmt) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a statement reads, and those that it may bind to something made of them."""
    if isinstance(statement, _DEFINITION):
        return frozenset([_INNER]), frozenset([statement.name])
    read: set[str] = set()
    bound: set[str] = set()
    for expression in own_expressions(statement, nested=False):
        for node in walk(expression):
            if isinstance(node, ast.Name):
                (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
            elif isinstance(node, ast.Lambda):
                read.add(_INNER)
            elif isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
                bound |= {part.id for part in walk(node) if isinstance(part, ast.Name)}
    return frozenset(read), frozenset(bound)
