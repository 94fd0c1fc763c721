"""Plain values: literals and what can be made of them without running anything."""

import ast
import inspect
import textwrap
from collections.abc import Callable

from analyzer.source.arithmetic import combined, compared, fits
from analyzer.source.collection import elements, entries
from analyzer.source.definition import Definition, Entries, Expr, Items, Member, Outside, Plain, Spread
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from chaindsl.graph.unknown import Maybe, Unknown, Why

_METHODS: dict[str, Callable[[str], str]] = {
    "strip": str.strip,
    "lstrip": str.lstrip,
    "rstrip": str.rstrip,
    "lower": str.lower,
    "upper": str.upper,
}
_FUNCTIONS: dict[str, Callable[[str], str]] = {
    "textwrap.dedent": textwrap.dedent,
    "inspect.cleandoc": inspect.cleandoc,
    "builtins.str": str,
}
_FROZEN: dict[str, Callable[[list[object]], object]] = {
    "builtins.list": list,
    "builtins.tuple": tuple,
    "builtins.frozenset": list,
    "builtins.set": list,
}


def constant(reader: Reader, definition: Definition) -> Maybe[object]:
    """Return the value of something: a scalar, a member of an enum, or a tuple, list or dict of such.

    Sets come as lists, since their order means nothing.
    """
    found = reader.follow(definition)
    match found:
        case Plain(value):
            return value
        case Member():
            return found
        case Outside("typing.TYPE_CHECKING"):
            return False
        case Items() | Entries():
            return _collected(reader, found)
        case Expr():
            value = _expression(reader, found)
            return value if fits(value) else found.frame.unknown(Why.OPAQUE, found.node)
    return hole(reader, found)


def truth(reader: Reader, definition: Definition) -> bool | None:
    """Say whether a condition holds, None where it isn't known."""
    value = reader.constant(definition)
    if isinstance(value, Unknown | Member):
        return None
    return bool(value)


def _expression(reader: Reader, found: Expr) -> Maybe[object]:
    node = found.node
    match node:
        case ast.Constant(value=value):
            return value
        case ast.JoinedStr(values=pieces):
            return _formatted(reader, found, pieces)
        case ast.BinOp():
            return _combined(reader, found, node)
        case ast.UnaryOp(op=op, operand=operand):
            return _signed(reader, found, op, operand)
        case ast.BoolOp() | ast.Compare():
            return _condition(reader, found)
        case ast.List() | ast.Tuple() | ast.Set() | ast.Dict():
            return _collected(reader, found)
        case ast.Call():
            return _called(reader, found, node)
    return hole(reader, found)


def _formatted(reader: Reader, found: Expr, pieces: list[ast.expr]) -> Maybe[object]:
    """An f-string whose parts are plain and written without a format."""
    texts: list[str] = []
    for piece in pieces:
        if isinstance(piece, ast.FormattedValue):
            if piece.conversion != -1 or piece.format_spec is not None:
                return found.frame.unknown(Why.DYNAMIC, found.node)
            piece = piece.value  # noqa: PLW2901
        value = reader.constant(Expr(piece, found.frame))
        if isinstance(value, Unknown) or not isinstance(value, str | int | float | None):
            return found.frame.unknown(value.why if isinstance(value, Unknown) else Why.DYNAMIC, found.node)
        texts.append(str(value))
    return "".join(texts)


def _combined(reader: Reader, found: Expr, node: ast.BinOp) -> Maybe[object]:
    """A sum of any length, a union of mappings, or one other operation."""
    if isinstance(node.op, ast.BitOr):
        return _collected(reader, found)
    sides = [node.right]
    left = node.left
    while isinstance(node.op, ast.Add) and isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
        sides.append(left.right)
        left = left.left
    value = reader.constant(Expr(left, found.frame))
    for side in reversed(sides):
        other = reader.constant(Expr(side, found.frame))
        if isinstance(value, Unknown) or isinstance(other, Unknown):
            break
        value = combined(node.op, value, other)
        if value is None:
            break
    else:
        return value
    why = next((v.why for v in (value, other) if isinstance(v, Unknown)), Why.DYNAMIC)
    return found.frame.unknown(why, node)


def _signed(reader: Reader, found: Expr, op: ast.unaryop, operand: ast.expr) -> Maybe[object]:
    if isinstance(op, ast.Not):
        holds = reader.truth(Expr(operand, found.frame))
        return found.frame.unknown(Why.DYNAMIC, found.node) if holds is None else not holds
    value = reader.constant(Expr(operand, found.frame))
    if isinstance(value, Unknown):
        return value
    if isinstance(op, ast.USub | ast.UAdd) and isinstance(value, int | float):
        return -value if isinstance(op, ast.USub) else +value
    return found.frame.unknown(Why.DYNAMIC, found.node)


def _condition(reader: Reader, found: Expr) -> Maybe[object]:
    unknown = found.frame.unknown(Why.DYNAMIC, found.node)
    match found.node:
        case ast.BoolOp(op=op, values=values):
            stops = isinstance(op, ast.Or)
            answers = [reader.truth(Expr(value, found.frame)) for value in values]
            if stops in answers:
                return stops
            return unknown if None in answers else not stops
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            one, other = (reader.constant(Expr(side, found.frame)) for side in (left, right))
            answer = None if isinstance(one, Unknown) or isinstance(other, Unknown) else compared(op, one, other)
            return unknown if answer is None else answer
    return unknown


def _collected(reader: Reader, found: Definition) -> Maybe[object]:
    pairs = entries(reader, found) if _is_mapping(found) else None
    if isinstance(pairs, Unknown):
        return pairs
    if pairs is not None:
        return _mapping(reader, pairs)
    items = elements(reader, found)
    if isinstance(items, Unknown):
        return items
    values: list[object] = []
    for item in items:
        value = item.unknown if isinstance(item, Spread) else reader.constant(item)
        if isinstance(value, Unknown):
            return value
        values.append(value)
    tuple_ = isinstance(found, Items) or (isinstance(found, Expr) and isinstance(found.node, ast.Tuple))
    return tuple(values) if tuple_ else values


def _is_mapping(found: Definition) -> bool:
    return isinstance(found, Entries) or (
        isinstance(found, Expr) and isinstance(found.node, ast.Dict | ast.BinOp | ast.Call)
    )


def _mapping(reader: Reader, pairs: list[tuple[Definition, Definition]]) -> Maybe[object]:
    found: dict[object, object] = {}
    for key, value in pairs:
        name, held = reader.constant(key), reader.constant(value)
        if isinstance(name, Unknown) or isinstance(held, Unknown):
            return name if isinstance(name, Unknown) else held
        if not isinstance(name, str | int | float | bool | None | Member):
            return Unknown(Why.OPAQUE)
        found[name] = held
    return found


def _called(reader: Reader, found: Expr, node: ast.Call) -> Maybe[object]:
    """Methods of text and functions whose result is as plain as what they are given."""
    unknown = hole(reader, found)
    if reader.follow(Expr(node.func, found.frame)) == Outside("builtins.dict"):
        return _collected(reader, found)
    if node.keywords or len(node.args) > 1 or any(isinstance(arg, ast.Starred) for arg in node.args):
        return unknown
    if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS and not node.args:
        value = reader.constant(Expr(node.func.value, found.frame))
        return _METHODS[node.func.attr](value) if isinstance(value, str) else unknown
    called = reader.follow(Expr(node.func, found.frame))
    if not isinstance(called, Outside) or not node.args:
        return unknown
    value = reader.constant(Expr(node.args[0], found.frame))
    if called.name in _FUNCTIONS and isinstance(value, str):
        return _FUNCTIONS[called.name](value)
    if called.name in _FROZEN and isinstance(value, list | tuple):
        return _FROZEN[called.name](list(value))
    return unknown
