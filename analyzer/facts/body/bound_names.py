"""Names that get their values otherwise than by assignment: variables of loops, `with … as`, lists that grow."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from analyzer.source.block import Block
from analyzer.source.definition import Activation, Frame
from analyzer.source.tree import Comprehension, children

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
    for statement, point in activation.scope.contents.statements:
        frame = Frame(activation, point)
        match statement:
            case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value) if _binds(target, name):
                yield Bound(value, frame)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for item in items:
                    if item.optional_vars is not None and _binds(item.optional_vars, name):
                        yield Bound(item.context_expr, frame)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=attr), args=args)) if (
                owner == name and attr in _GROWING
            ):
                for arg in args:
                    yield Bound(arg, frame, grows=True, loop=_loops(point.block), by=attr)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=owner))], value=value) if owner == name:
                yield Bound(value, frame, grows=True, loop=_loops(point.block))


def _loops(block: Block | None) -> tuple[ast.expr, ...]:
    found: list[ast.expr] = []
    while block is not None:
        if block.looping and isinstance(block.node, ast.For | ast.AsyncFor):
            found.append(block.node.iter)
        block = block.parent
    return tuple(found)


def _binds(target: ast.expr, name: str) -> bool:
    stack: list[ast.AST] = [target]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Name) and node.id == name:
            return True
        stack.extend(children(node))
    return False
