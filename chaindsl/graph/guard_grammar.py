"""The grammar of guard expressions: from their text to the small trees of `condition`. Nothing is evaluated as Python.

It must not know what a guard means.
"""

import ast
import math

from chaindsl.graph.condition import (
    All,
    AnyOf,
    Compare,
    Condition,
    Constant,
    Key,
    Length,
    Member,
    Not,
    Operand,
)
from chaindsl.graph.typeform import Scalar


class GuardSyntaxError(ValueError):
    """A guard expression says something that guards can't say; `offset` is the 0-based character."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
}
_MAX_GUARD = 2_000
_MAX_DEPTH = 50


def parse_guard(text: str) -> Condition:
    """Parse a guard expression.

    Allowed are comparisons, `and`, `or`, `not`, literals, bare names, `len(name)`, `in` and `not in` a literal list,
    and `is None`. Raises GuardSyntaxError for anything else.
    """
    if len(text) > _MAX_GUARD:
        raise GuardSyntaxError(f"a guard of more than {_MAX_GUARD} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval")
        return _condition(tree.body, 0)
    except SyntaxError as error:
        raise GuardSyntaxError(f"not an expression: {error.msg}", (error.offset or 1) - 1) from None
    except (ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, GuardSyntaxError):
            raise
        raise GuardSyntaxError("not an expression that can be read") from None


def _condition(node: ast.expr, depth: int) -> Condition:
    if depth > _MAX_DEPTH:
        raise GuardSyntaxError("nested too deeply", node.col_offset)
    match node:
        case ast.BoolOp(op=op, values=values):
            kind = All if isinstance(op, ast.And) else AnyOf
            parts: list[Condition] = []
            for part in (_condition(value, depth + 1) for value in values):
                parts.extend(part.parts if isinstance(part, kind) else (part,))
            return kind(tuple(parts))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _negated(_condition(operand, depth + 1))
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            sides = [left, *comparators]
            links = [_link(op, sides[i], sides[i + 1]) for i, op in enumerate(ops)]
            return links[0] if len(links) == 1 else All(tuple(links))
    return _operand(node)


def _negated(part: Condition) -> Condition:
    match part:
        case Not(inner):
            return inner
        case Member(item, choices, negated):
            return Member(item, choices, not negated)
        case Compare("is", left, right):
            return Compare("is not", left, right)
        case Compare("is not", left, right):
            return Compare("is", left, right)
    return Not(part)


def _link(op: ast.cmpop, left: ast.expr, right: ast.expr) -> Condition:
    if isinstance(op, ast.In | ast.NotIn):
        if not isinstance(right, ast.List | ast.Tuple | ast.Set):
            raise GuardSyntaxError("`in` takes a literal list, as in `kind in ['a', 'b']`", right.col_offset)
        choices = tuple(_constant(choice) for choice in right.elts)
        return Member(_operand(left), choices, isinstance(op, ast.NotIn))
    compare = Compare(_COMPARE[type(op)], _operand(left), _operand(right))
    if compare.op in ("is", "is not") and compare.right != Constant.of(None):
        raise GuardSyntaxError(f"`{compare.op}` compares with None only", right.col_offset)
    return compare


def _constant(node: ast.expr) -> Constant:
    found = _operand(node)
    if not isinstance(found, Constant):
        raise GuardSyntaxError("only literals may stand here", node.col_offset)
    return found


def _operand(node: ast.expr) -> Operand:
    match node:
        case ast.Name(id=name):
            return Key(name)
        case ast.Constant(value=None | bool() | int() | float() | str() as value) if _finite(value):
            return Constant.of(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)) if not isinstance(
            value, bool
        ) and _finite(value):
            return Constant.of(-value)
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)], keywords=[]):
            return Length(name)
    raise GuardSyntaxError(
        "guards are made of names, literals, comparisons, `and`, `or`, `not`, `len(name)`, `in` a literal list and "
        "`is None`; for anything else name a predicate function",
        node.col_offset,
    )


def _finite(value: Scalar) -> bool:
    """`1e999` has no spelling that parses back, and JSON none at all."""
    return not isinstance(value, float) or math.isfinite(value)
