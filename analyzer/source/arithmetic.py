"""Operations on plain values, with results that stay small. It knows values only, no source."""

import ast
import operator
from collections.abc import Callable, Container

_MOST_TEXT = 1_000_000
_MOST_BITS = 1_024
_MOST_ITEMS = 10_000
_NUMBERS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
}
_MOST_POWER = 64
_PLAIN = (str, int, float, type(None), list, tuple, dict)


def fits(value: object) -> bool:
    """Say whether a value is one that graphs, reports and JSON can hold."""
    if isinstance(value, int):
        return value.bit_length() <= _MOST_BITS
    if isinstance(value, str):
        return len(value) <= _MOST_TEXT and (value.isascii() or _is_text(value))
    return not isinstance(value, complex)


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def combined(op: ast.operator, one: object, other: object) -> object | None:
    """Return what an operator makes of two values, None where that isn't plain or too large."""
    if isinstance(op, ast.Add):
        if isinstance(one, str) and isinstance(other, str):
            return one + other if len(one) + len(other) <= _MOST_TEXT else None
        if isinstance(one, list) and isinstance(other, list):
            return one + other if len(one) + len(other) <= _MOST_ITEMS else None
        if isinstance(one, tuple) and isinstance(other, tuple):
            return one + other if len(one) + len(other) <= _MOST_ITEMS else None
    if isinstance(one, int | float) and isinstance(other, int | float):
        return _calculated(op, one, other)
    return None


def _calculated(op: ast.operator, one: float, other: float) -> float | None:
    try:
        if isinstance(op, ast.Pow):
            whole = isinstance(one, int) and isinstance(other, int) and abs(one) <= _MOST_POWER
            return _power(int(one), int(other)) if whole else None
        if isinstance(op, ast.LShift) and isinstance(one, int) and isinstance(other, int):
            return one << other if 0 <= other <= _MOST_POWER else None
        made = _NUMBERS[type(op)](one, other) if type(op) in _NUMBERS else None
    except (ArithmeticError, ValueError):
        return None
    return made if fits(made) else None


def _power(base: int, exponent: int) -> int | None:
    return base**exponent if 0 <= exponent <= _MOST_POWER else None


def compared(op: ast.cmpop, one: object, other: object) -> bool | None:
    """Return what a comparison of two values says, None where that isn't plain."""
    if not (isinstance(one, _PLAIN) and isinstance(other, _PLAIN)):
        return None
    if isinstance(op, ast.Is | ast.IsNot) and not (one is None or other is None):
        return None
    match op:
        case ast.Eq() | ast.Is():
            return one == other
        case ast.NotEq() | ast.IsNot():
            return one != other
        case ast.In() | ast.NotIn() if isinstance(other, list | tuple | dict):
            held = _held(one, other)
            return held if held is None or isinstance(op, ast.In) else not held
        case ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE():
            return _ordered(op, one, other)
    return None


def _held(one: object, other: Container[object]) -> bool | None:
    try:
        return one in other
    except TypeError:
        return None  # a list is no key of a dict: Python raises here


def _ordered(op: ast.cmpop, one: object, other: object) -> bool | None:
    if not (isinstance(one, int | float) and isinstance(other, int | float)):
        return None
    answers = {ast.Lt: one < other, ast.LtE: one <= other, ast.Gt: one > other, ast.GtE: one >= other}
    return answers[type(op)]
