"""The items of lists, tuples and sets, and the entries of dicts, as far as they can be counted."""

import ast

from analyzer.source.definition import Definition, Entries, Expr, Frame, Items, Outside, Plain, Spread
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from chaindsl.graph.unknown import Unknown, Why

_COPIES = frozenset({"builtins.list", "builtins.tuple"})
_MOST = 10_000


def elements(reader: Reader, whole: Definition) -> list[Definition | Spread] | Unknown:
    """Return the items of a sequence in order; a `Spread` stands for those that can't be followed."""
    found = reader.follow(whole)
    if not isinstance(found, Expr):
        return _elements(reader, found)
    key = ("elements", found.node, found.frame.activation)
    return reader.once(key, lambda: _elements(reader, found), lambda: hole(reader, found))


def _elements(reader: Reader, whole: Definition) -> list[Definition | Spread] | Unknown:
    match whole:
        case Items(items):
            return list(items)
        case Expr(ast.List(elts=nodes) | ast.Tuple(elts=nodes) | ast.Set(elts=nodes), frame):
            return spread(reader, nodes, frame)
        case Expr(ast.BinOp(op=ast.Add()) as node, frame):
            return _sum(reader, node, frame)
        case Expr(ast.Call(func=func, args=args, keywords=[]) as node, frame):
            called = reader.follow(Expr(func, frame))
            if isinstance(called, Outside) and called.name in _COPIES and not any(map(_starred, args)):
                return (
                    elements(reader, Expr(args[0], frame))
                    if len(args) == 1
                    else []
                    if not args
                    else hole(reader, whole)
                )
    return hole(reader, whole)


def _starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)


def spread(reader: Reader, nodes: list[ast.expr], frame: Frame) -> list[Definition | Spread]:
    """Return the items that expressions stand for, those after a `*` put in its place."""
    found: list[Definition | Spread] = []
    for node in nodes:
        if not isinstance(node, ast.Starred):
            found.append(Expr(node, frame))
            continue
        inner = elements(reader, Expr(node.value, frame))
        if isinstance(inner, Unknown) or len(found) + len(inner) > _MOST:
            unknown = inner if isinstance(inner, Unknown) else frame.unknown(Why.DYNAMIC, node)
            found.append(Spread(Unknown(unknown.why, frame.module.segment(node), frame.module.place(node))))
        else:
            found.extend(inner)
    return found


def _sum(reader: Reader, node: ast.BinOp, frame: Frame) -> list[Definition | Spread] | Unknown:
    found: list[Definition | Spread] = []
    sides: list[ast.expr] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
        sides.append(left.right)
        left = left.left
    known = 0
    for side in (left, *reversed(sides)):
        inner = elements(reader, Expr(side, frame))
        if isinstance(inner, Unknown) or len(found) + len(inner) > _MOST:
            found.append(Spread(frame.unknown(inner.why if isinstance(inner, Unknown) else Why.DYNAMIC, side)))
        else:
            known += 1
            found.extend(inner)
    return found if known else frame.unknown(Why.DYNAMIC, node)


def entries(reader: Reader, whole: Definition) -> list[tuple[Definition, Definition]] | Unknown:
    """Return the keys and values of a mapping in order, or why they can't be counted."""
    found = reader.follow(whole)
    if not isinstance(found, Expr):
        return _entries(reader, found)
    key = ("entries", found.node, found.frame.activation)
    return reader.once(key, lambda: _entries(reader, found), lambda: hole(reader, found))


def _entries(reader: Reader, whole: Definition) -> list[tuple[Definition, Definition]] | Unknown:
    match whole:
        case Entries(items, rest):
            if rest is not None:
                return rest
            return [(Plain(name), value) for name, value in items.items()]
        case Expr(ast.Dict(keys=keys, values=values), frame):
            return _pairs(reader, [*zip(keys, values, strict=True)], frame)
        case Expr(ast.BinOp(op=ast.BitOr(), left=left, right=right), frame):
            return _pairs(reader, [(None, left), (None, right)], frame)
        case Expr(ast.Call(func=func, args=args, keywords=keywords), frame):
            called = reader.follow(Expr(func, frame))
            if called == Outside("builtins.dict") and len(args) <= 1 and not any(map(_starred, args)):
                named = [(_constant(k), k.value) for k in keywords]
                return _pairs(reader, [*((None, arg) for arg in args), *named], frame)
    return hole(reader, whole)


def _constant(keyword: ast.keyword) -> ast.expr | None:
    return None if keyword.arg is None else ast.copy_location(ast.Constant(keyword.arg), keyword.value)


def _pairs(
    reader: Reader, pairs: list[tuple[ast.expr | None, ast.expr]], frame: Frame
) -> list[tuple[Definition, Definition]] | Unknown:
    found: list[tuple[Definition, Definition]] = []
    for key, value in pairs:
        if key is not None:
            found.append((Expr(key, frame), Expr(value, frame)))
            continue
        inner = entries(reader, Expr(value, frame))
        if isinstance(inner, Unknown) or len(found) + len(inner) > _MOST:
            return inner if isinstance(inner, Unknown) else frame.unknown(Why.DYNAMIC, value)
        found.extend(inner)
    return found
