"""Guards: when a transition may be taken, as an expression that can be drawn, compared and reasoned about.

An expression string is parsed once, by `parse_guard`, into the small trees of `condition`. `evaluate` is the one
meaning that interpreter, simulation and tests share.
"""

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
from chaindsl.graph.guard_grammar import GuardSyntaxError, parse_guard

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
