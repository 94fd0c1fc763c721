"""Blocks of statements and points in them: which statements may have run when another one does.

It knows control flow and nothing about names.
"""

import ast
import math
from dataclasses import dataclass, replace

from analyzer.source.vocabulary import SURE_MODULES


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A run of statements.

    `arm` names the part of the compound statement `node` that it is, `order` is that statement's place in the order of
    the scope. With `leaving` nothing after the block is reached through it.
    """

    parent: "Block | None" = None
    node: ast.AST | None = None
    arm: str = ""
    order: float = 0
    leaving: bool = False
    depth: int = 0

    @property
    def before(self) -> "Point":
        """The point of the compound statement that this block is a part of."""
        return Point(self.parent or self, self.order)

    @property
    def looping(self) -> bool:
        """Whether its statements may run again."""
        return self.arm == "loop"


@dataclass(slots=True, eq=False)
class Point:
    """A statement's place in the order of its scope. Not frozen: every statement has one, and nobody changes it."""

    block: Block
    order: float


def start() -> Point:
    """Return the point before the first statement of a scope."""
    return Point(Block(), 0)


def end(of: Block) -> Point:
    """Return the point after the last statement of a scope, given any block in it."""
    while of.parent is not None:
        of = of.parent
    return Point(of, math.inf)


def encloses(outer: Block, inner: Block) -> bool:
    """Say whether one block is the other or holds it."""
    while inner.depth > outer.depth and inner.parent is not None:
        inner = inner.parent
    return inner is outer


def fork(one: Block, other: Block) -> tuple[Block | None, Block | None, Block | None]:
    """Return the nearest block that holds both, and below it the block towards each (None where it is that block)."""
    below_one: Block | None = None
    below_other: Block | None = None
    while one is not other:
        if one.depth >= other.depth:
            if one.parent is None:
                return None, below_one, below_other
            below_one, one = one, one.parent
        else:
            if other.parent is None:
                return None, below_one, below_other
            below_other, other = other, other.parent
    return one, below_one, below_other


def exclusive(one: Block, other: Block) -> bool:
    """Say whether no single pass through the code runs both blocks."""
    _, left, right = fork(one, other)
    if left is None or right is None or left.node is not right.node or left.arm == right.arm:
        return False
    return isinstance(left.node, ast.If | ast.Match) or {left.arm[:6], right.arm[:6]} <= {"except", "orelse"}


def loop_around(one: Block, other: Block) -> Block | None:
    """Return the innermost loop that holds both blocks."""
    both, _, _ = fork(one, other)
    while both is not None and not both.looping:
        both = both.parent
    return both


def arms(statement: ast.stmt, point: Point) -> list[tuple[list[ast.stmt], Block]]:
    """Return the bodies of a compound statement with their blocks, in the order of the source."""
    match statement:
        case ast.If():
            return [_arm(statement, point, "if", statement.body), _arm(statement, point, "else", statement.orelse)]
        case ast.For() | ast.AsyncFor() | ast.While():
            return [_arm(statement, point, "loop", statement.body), _arm(statement, point, "else", statement.orelse)]
        case ast.With() | ast.AsyncWith():
            return [(statement.body, point.block)]
        case ast.Match():
            return [_arm(statement, point, f"case{i}", case.body) for i, case in enumerate(statement.cases)]
        case ast.Try() | ast.TryStar():
            return _tried(statement, point)
    return []


def _arm(statement: ast.stmt, point: Point, arm: str, body: list[ast.stmt]) -> tuple[list[ast.stmt], Block]:
    outer = point.block
    return body, Block(outer, statement, arm, point.order, _leaves(body), outer.depth + 1)


def _leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Raise | ast.Return)


def _tried(statement: ast.Try | ast.TryStar, point: Point) -> list[tuple[list[ast.stmt], Block]]:
    """A body has run to its end wherever the code after it runs, if its handlers all leave or nothing in it fails."""
    sure = all(_sure(inner) for inner in statement.body)
    handlers = [_arm(statement, point, f"except{i}", h.body) for i, h in enumerate(statement.handlers)]
    if sure:
        handlers = [(body, replace(block, leaving=True)) for body, block in handlers]
    if sure or all(block.leaving for _, block in handlers):
        inner = point.block
        orelse = inner
    else:
        _, inner = _arm(statement, point, "try", statement.body)
        _, orelse = _arm(statement, Point(inner, point.order), "orelse", statement.orelse)
    return [(statement.body, inner), *handlers, (statement.orelse, orelse), (statement.finalbody, point.block)]


def _sure(statement: ast.stmt) -> bool:
    """Imports of what is there whenever a flow is."""
    match statement:
        case ast.Import(names=names):
            return all(alias.name.partition(".")[0] in SURE_MODULES for alias in names)
        case ast.ImportFrom(module=str() as module, level=0):
            return module.partition(".")[0] in SURE_MODULES
    return False
