"""Guards: when a transition may be taken, as an expression that can be drawn, compared and reasoned about.

An expression string is parsed once, by `parse_guard`, into the small trees of `condition`; nothing is ever evaluated
as Python. `evaluate` is the one meaning that interpreter, simulation and tests share.
"""

import ast
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from chaindsl.graph.condition import (
    All,
    AnyOf,
    Compare,
    Condition,
    Constant,
    Expression,
    Guard,
    Key,
    Length,
    Member,
    Not,
    Operand,
    Predicate,
)
from chaindsl.graph.typeform import Scalar

__all__ = [
    "All",
    "AnyOf",
    "Compare",
    "Condition",
    "Constant",
    "Expression",
    "Guard",
    "GuardSyntaxError",
    "Key",
    "Length",
    "Member",
    "Not",
    "Operand",
    "Predicate",
    "evaluate",
    "guard_keys",
    "guard_text",
    "parse_guard",
]


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


def guard_text(condition: Condition) -> str:
    """Return the guard in its one normal spelling; it parses back to the same tree."""
    match condition:
        case Key(name):
            return name
        case Length(name):
            return f"len({name})"
        case Constant(value):
            return repr(value)
        case Compare(op, left, right):
            return f"{guard_text(left)} {op} {guard_text(right)}"
        case Member(item, choices, negated):
            inner = ", ".join(guard_text(choice) for choice in choices)
            return f"{guard_text(item)} {'not in' if negated else 'in'} [{inner}]"
        case Not(part):
            return f"not {_inner(part, All, AnyOf)}"
        case All(parts):
            return " and ".join(_inner(part, AnyOf) for part in parts)
        case AnyOf(parts):
            return " or ".join(guard_text(part) for part in parts)


def _inner(part: Condition, *weaker: type) -> str:
    return f"({guard_text(part)})" if isinstance(part, weaker) else guard_text(part)


def guard_keys(condition: Condition) -> tuple[str, ...]:
    """Return the keys that a guard reads, in order of first appearance."""
    return tuple(dict.fromkeys(_keys(condition)))


def _keys(condition: Condition) -> Iterator[str]:
    match condition:
        case Key(name) | Length(name):
            yield name
        case Compare(_, left, right):
            yield from _keys(left)
            yield from _keys(right)
        case Member(item):
            yield from _keys(item)
        case Not(part):
            yield from _keys(part)
        case All(parts) | AnyOf(parts):
            for part in parts:
                yield from _keys(part)


_OPERATORS: dict[str, Callable[[Any, Any], object]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.is_,
    "is not": operator.is_not,
}


def evaluate(condition: Condition, values: Mapping[str, object]) -> bool:
    """Say whether a guard holds for these values.

    Raises KeyError with the name of a missing key and TypeError where values can't be compared. `and` and `or` stop
    early, as in Python.
    """
    match condition:
        case Compare(op, left, right):
            return bool(_OPERATORS[op](_value(left, values), _value(right, values)))
        case Member(item, choices, negated):
            found = _value(item, values)
            return any(found == choice.value for choice in choices) is not negated
        case Not(part):
            return not evaluate(part, values)
        case All(parts):
            return all(evaluate(part, values) for part in parts)
        case AnyOf(parts):
            return any(evaluate(part, values) for part in parts)
    return bool(_value(condition, values))


def _value(operand: Operand, values: Mapping[str, object]) -> object:
    match operand:
        case Key(name):
            return values[name]
        case Length(name):
            value = values[name]
            if not hasattr(value, "__len__"):
                raise TypeError(f"len({name}): a {type(value).__name__} has no length")
            return len(value)
        case Constant(value):
            return value
