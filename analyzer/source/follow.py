"""From an expression to what it stands for: through names, attributes, calls of functions, items, conditions."""

import ast
from collections.abc import Hashable

from analyzer.source.attribute import attribute
from analyzer.source.call import call
from analyzer.source.collection import elements, entries
from analyzer.source.definition import (
    Definition,
    Entries,
    Export,
    Expr,
    Function,
    Items,
    Outside,
    Picked,
    Spread,
    identity,
    same,
)
from analyzer.source.mutation import mutated
from analyzer.source.names import lookup, member
from analyzer.source.reader import Reader
from analyzer.source.scope import Scope
from chaindsl.graph.unknown import Unknown, Why

_MOST_HOPS = 2_000
_MUTABLE = ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp
_FOLLOWED = (Expr, Export, Picked)
"""What does not stand for itself."""
_MAKERS = frozenset({"builtins.list", "builtins.dict", "builtins.set"})
Hops = list[tuple[Scope, str]]


def follow(reader: Reader, definition: Definition) -> Definition:
    """Follow a definition to its end: what is left stands for itself or is unknown."""
    hops: Hops = []
    seen: set[Hashable] = set()
    first = definition
    while len(seen) < _MOST_HOPS:
        following: Definition | None
        if isinstance(definition, Expr):
            following = _expression(reader, definition, hops)
        elif isinstance(definition, Export):
            following = _one(reader, member(reader, definition), definition)
        elif isinstance(definition, Picked):
            following = _picked(reader, definition)
        else:
            return definition
        if following is None:
            return _settled(reader, definition, hops)
        if not isinstance(following, _FOLLOWED):
            return following
        seen.add(identity(definition))
        definition = following
        if identity(definition) in seen:
            break
    return _endless(first)


def _endless(first: Definition) -> Unknown:
    if isinstance(first, Expr):
        return first.frame.unknown(Why.DYNAMIC, first.node)
    return Unknown(Why.DYNAMIC, "defined by itself")


def _expression(reader: Reader, at: Expr, hops: Hops) -> Definition | None:
    """Take one step from an expression; None where it stands for itself."""
    node, frame = at.node, at.frame
    if isinstance(node, ast.Name):
        hops.append((frame.activation.scope, node.id))
        return _one(reader, lookup(reader, node, frame), at)
    if isinstance(node, ast.Attribute):
        return attribute(reader, node, frame)
    if isinstance(node, ast.Call):
        return call(reader, node, frame)
    match node:
        case ast.NamedExpr(value=value):
            return Expr(value, frame)
        case ast.Lambda():
            return Function(node, frame)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            holds = reader.truth(Expr(test, frame))
            return frame.unknown(Why.DYNAMIC, node) if holds is None else Expr(body if holds else orelse, frame)
        case ast.Subscript():
            return _item(reader, node, at)
    return None


def _one(reader: Reader, found: list[Definition], at: Expr | Export) -> Definition:
    """Several definitions count as one if they are the same thing."""
    if len(found) == 1:
        return found[0]
    followed = [reader.follow(definition) for definition in found]
    if all(same(followed[0], other) for other in followed[1:]):
        return followed[0]
    return at.frame.unknown(Why.DYNAMIC, at.node)


def _settled(reader: Reader, found: Definition, hops: Hops) -> Definition:
    """A list that may have been changed since it was bound to one of the names on the way is unknown."""
    if not hops or not isinstance(found, Expr) or not _is_mutable(reader, found):
        return found
    for scope, name in hops:
        if mutated(reader, scope, name):
            return found.frame.unknown(Why.DYNAMIC, found.node, name)
    return found


def _is_mutable(reader: Reader, found: Expr) -> bool:
    for _ in range(_MOST_HOPS):
        if not isinstance(found.node, ast.BinOp):
            break
        first = found.node.left
        while isinstance(first, ast.BinOp):
            first = first.left
        left = reader.follow(Expr(first, found.frame))
        if not isinstance(left, Expr):
            return False
        found = left
    if not isinstance(found.node, ast.Call):
        return isinstance(found.node, _MUTABLE)
    called = reader.follow(Expr(found.node.func, found.frame))
    return isinstance(called, Outside) and called.name in _MAKERS


def _picked(reader: Reader, picked: Picked) -> Definition:
    whole: Definition = picked.whole
    for index in picked.path:
        items = elements(reader, whole)
        if isinstance(items, Unknown):
            return items
        if index >= len(items) or any(isinstance(item, Spread) for item in items):
            return picked.whole.frame.unknown(Why.DYNAMIC, picked.whole.node)
        item = items[index]
        assert not isinstance(item, Spread)
        whole = item
    return whole


def _item(reader: Reader, node: ast.Subscript, at: Expr) -> Definition | None:
    """An item of a list, a tuple or a dict; a subscript of anything else stands for itself."""
    owner = reader.follow(Expr(node.value, at.frame))
    if isinstance(owner, Unknown):
        return Unknown(owner.why, at.frame.module.segment(node), owner.place)
    display = isinstance(owner, Expr) and isinstance(owner.node, ast.List | ast.Tuple | ast.Dict | ast.BinOp | ast.Call)
    if not display and not isinstance(owner, Items | Entries):
        return None
    unknown = at.frame.unknown(Why.DYNAMIC, node)
    key = reader.constant(Expr(node.slice, at.frame))
    if isinstance(key, Unknown):
        return unknown
    return _keyed(reader, owner, key) or unknown


def _keyed(reader: Reader, owner: Definition, key: object) -> Definition | None:
    pairs = entries(reader, owner)
    if not isinstance(pairs, Unknown):
        values = [value for name, value in pairs if _equal(reader.constant(name), key)]
        return values[-1] if values else None
    items = elements(reader, owner)
    if isinstance(items, Unknown) or not isinstance(key, int) or any(isinstance(item, Spread) for item in items):
        return None
    item = items[key] if -len(items) <= key < len(items) else None
    return None if isinstance(item, Spread) else item


def _equal(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other
