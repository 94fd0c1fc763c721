"""Names that get their values otherwise than by assignment: variables of loops, `with … as`, lists that grow."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyzer.source.block import Block, Point
from analyzer.source.definition import Activation, Frame
from analyzer.source.scope import Scope
from analyzer.source.tree import Comprehension, walk

_GROWING = frozenset({"append", "extend", "insert", "add", "update", "appendleft", "setdefault"})


@dataclass(frozen=True, slots=True)
class Bound:
    """One way a name gets a value: what the value is taken from, and where that is evaluated.

    `grows` says that the value is put into what the name stands for; `loop` are then the iterables of the loops around,
    which decide how often, and `by` is the method that does it, empty for `name[...] = value`.
    """

    value: ast.expr
    frame: Frame
    grows: bool = False
    loop: tuple[ast.expr, ...] | None = None
    by: str = ""


def bound_elsewhere(activation: Activation, name: str) -> Iterator[Bound]:
    """Yield every such way for a name, in the scope that it belongs to."""
    current: Activation | None = activation
    while current is not None:
        node = current.scope.node
        if isinstance(node, Comprehension):
            outer = current.outer
            for generator in node.generators:
                if outer is not None and _binds(generator.target, name):
                    first = generator is node.generators[0]
                    yield Bound(generator.iter, outer if first else Frame(current, current.scope.contents.start))
                    return
        elif name in current.scope.contents.bindings:
            yield from _in_statements(current, name)
            return
        current = current.outer.activation if current.outer is not None else None


def _in_statements(activation: Activation, name: str) -> Iterator[Bound]:
    for way in _ways(activation.scope).get(name, ()):
        yield Bound(way.value, Frame(activation, way.point), way.grows, way.loop, way.by)


@dataclass(frozen=True, slots=True)
class _Way:
    """A `Bound` of a scope, whoever evaluates it."""

    value: ast.expr
    point: Point
    grows: bool = False
    loop: tuple[ast.expr, ...] | None = None
    by: str = ""


def _ways(scope: Scope) -> Mapping[str, list[_Way]]:
    """The ways of all names of a scope, looked for once: it may have thousands of statements."""
    known: dict[Scope, Mapping[str, list[_Way]]] = scope.module.kept.setdefault("ways", {})
    if scope not in known:
        found: dict[str, list[_Way]] = {}
        for statement, point in scope.contents.statements:
            for name, way in _ways_of(statement, point):
                found.setdefault(name, []).append(way)
        known[scope] = found
    return known[scope]


def _ways_of(statement: ast.stmt, point: Point) -> Iterator[tuple[str, _Way]]:
    match statement:
        case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
            yield from ((name, _Way(value, point)) for name in _names(target))
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for item in items:
                if item.optional_vars is not None:
                    yield from ((name, _Way(item.context_expr, point)) for name in _names(item.optional_vars))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=attr), args=args)) if (
            attr in _GROWING
        ):
            loop = _loops(point.block)
            yield from ((owner, _Way(arg, point, grows=True, loop=loop, by=attr)) for arg in args)
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=owner))], value=value):
            yield owner, _Way(value, point, grows=True, loop=_loops(point.block))


def _loops(block: Block | None) -> tuple[ast.expr, ...]:
    found: list[ast.expr] = []
    while block is not None:
        if block.looping and isinstance(block.node, ast.For | ast.AsyncFor):
            found.append(block.node.iter)
        block = block.parent
    return tuple(found)


def _binds(target: ast.expr, name: str) -> bool:
    return name in _names(target)


def _names(target: ast.expr) -> set[str]:
    return {node.id for node in walk(target) if isinstance(node, ast.Name)}
