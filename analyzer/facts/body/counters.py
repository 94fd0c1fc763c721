"""`while` loops that a simple counter ends.

A simple counter starts as a known number, changes by a fixed amount once in every round, and is compared with a known
limit, in the loop's condition or in an `if` that leaves the loop.
"""

import ast
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from analyzer.source.tree import Callable_, children

Number = Callable[[ast.expr], float | None]
"""What an expression is worth before the loop starts, None where that is not known."""

_TURNED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}
_OPPOSITE = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
_LEAVING = ast.Break | ast.Return | ast.Raise


@dataclass(frozen=True, slots=True)
class _Test:
    """The loop goes on while `name op limit`; `at` is the statement of the body that looks, None for the condition."""

    name: str
    op: type[ast.cmpop]
    limit: ast.expr
    at: int | None = None


def rounds(loop: ast.While, number: Number) -> int | None:
    """Return how many rounds a `while` loop starts at most, None where no simple counter says so."""
    found = [_counted(loop, test, number) for test in _tests(loop)]
    return min((count for count in found if count is not None), default=None)


def _tests(loop: ast.While) -> Iterator[_Test]:
    for part in _parts(loop.test, ast.And):
        yield from _compared(part, None)
    for at, statement in enumerate(loop.body):
        if isinstance(statement, ast.If) and isinstance(statement.body[-1], _LEAVING):
            for part in _parts(statement.test, ast.Or):
                for test in _compared(part, at):
                    if test.op in _OPPOSITE:
                        yield _Test(test.name, _OPPOSITE[test.op], test.limit, at)
        if any(isinstance(node, ast.Continue) for node in _own(statement)):
            return


def _parts(test: ast.expr, kind: type[ast.boolop]) -> list[ast.expr]:
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, kind) else [test]


def _compared(test: ast.expr, at: int | None) -> Iterator[_Test]:
    match test:
        case ast.Name(id=name) if at is None:
            yield _Test(name, ast.Gt, ast.Constant(0))
        case ast.Compare(left=ast.Name(id=name), ops=[op], comparators=[limit]):
            yield _Test(name, type(op), limit, at)
        case ast.Compare(left=limit, ops=[op], comparators=[ast.Name(id=name)]) if type(op) in _TURNED:
            yield _Test(name, _TURNED[type(op)], limit, at)


def _counted(loop: ast.While, test: _Test, number: Number) -> int | None:
    change = _change(loop, test.name)
    start, limit = number(ast.Name(test.name, ast.Load())), number(test.limit)
    if change is None or start is None or limit is None or _assigned(loop, test.limit):
        return None
    at, step = change
    count = _until(test.op, start, limit, step)
    if count is None or test.at is None:
        return count
    return max(1, count if at < test.at else count + 1)


def _until(op: type[ast.cmpop], start: float, limit: float, step: float) -> int | None:
    """Return the first k for which `start + k·step op limit` no longer holds; None where there is none."""
    way = (limit - start) / step
    if op is ast.NotEq:
        return int(way) if way >= 0 and way == int(way) else None
    if (op in (ast.Lt, ast.LtE) and step < 0) or (op in (ast.Gt, ast.GtE) and step > 0):
        return None
    if op in (ast.Lt, ast.Gt):
        return max(0, math.ceil(way))
    return max(0, math.floor(way) + 1) if op in (ast.LtE, ast.GtE) else None


def _change(loop: ast.While, name: str) -> tuple[int, float] | None:
    """Return the one statement of the body that changes a name, and by how much; None unless every round has it."""
    found: tuple[int, float] | None = None
    for at, statement in enumerate(loop.body):
        step = _step(statement, name)
        if step is not None and found is None:
            found = at, step
        elif name in _bound(statement):
            return None
        if found is None and any(isinstance(node, ast.Continue) for node in _own(statement)):
            return None
    return found


def _step(statement: ast.stmt, name: str) -> float | None:
    match statement:
        case ast.AugAssign(target=ast.Name(id=target), op=ast.Add() | ast.Sub() as op, value=ast.Constant(value=value)):
            pass
        case ast.Assign(
            targets=[ast.Name(id=target)],
            value=ast.BinOp(left=ast.Name(id=left), op=ast.Add() | ast.Sub() as op, right=ast.Constant(value=value)),
        ) if left == target:
            pass
        case _:
            return None
    if target != name or isinstance(value, bool) or not isinstance(value, int | float) or value == 0:
        return None
    return value if isinstance(op, ast.Add) else -value


def _assigned(loop: ast.While, limit: ast.expr) -> bool:
    """Whether the loop changes a name in the limit, so that it moves."""
    names = {node.id for node in _own(limit) if isinstance(node, ast.Name)}
    return any(not names.isdisjoint(_bound(statement)) for statement in loop.body)


def _bound(statement: ast.AST) -> set[str]:
    return {node.id for node in _own(statement) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and what is inside it, bodies of functions left out."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        if not isinstance(current, Callable_):
            stack.extend(children(current))
