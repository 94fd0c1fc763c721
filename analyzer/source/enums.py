"""Members of enums, as `enum` itself would make them; what it could make differently is unknown."""

import ast

from analyzer.source.classes import Ancestor, ancestors, is_foreign
from analyzer.source.definition import Class, Expr, Frame, Member, Outside
from analyzer.source.reader import Reader
from chaindsl.graph.unknown import Unknown, Why

_ENUMS = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag", "enum.ReprEnum"})
_TEXT = frozenset({"enum.StrEnum", "builtins.str"})
_WHOLE = frozenset({"enum.IntEnum", "enum.IntFlag", "builtins.int"})
_MIXED = frozenset({"builtins.str", "builtins.int", "builtins.object", "abc.ABC", "typing.Protocol"})
_MAKERS = frozenset({"__new__", "__init__", "_generate_next_value_", "_missing_", "_ignore_", "__init_subclass__"})
_HARMLESS = frozenset({"_missing_"})

_EXPECTED = ast.Assign | ast.AnnAssign | ast.FunctionDef | ast.Expr | ast.Pass
Members = dict[str, Member]


def is_enum(base: Ancestor) -> bool:
    """Say whether a class from outside is one of the standard enums."""
    return isinstance(base, Outside) and base.name in _ENUMS


def members(reader: Reader, owner: Class) -> Members | Unknown:
    """Return an enum's members by name, in their order, aliases included (they lead to the same member)."""
    key = ("members", owner.node, owner.frame.activation)
    return reader.once(key, lambda: _members(reader, owner), lambda: owner.frame.unknown(Why.DYNAMIC, owner.node, ""))


def may_be_enum(reader: Reader, owner: Class) -> bool:
    """Say whether a class could be an enum with members: it has a base that nobody knows, and assigns names."""
    above = ancestors(reader, owner)
    if not any(isinstance(base, Unknown) or is_foreign(base) for base in above):
        return False
    own = [owner, *(base for base in above if isinstance(base, Class))]
    statements = (statement for found in own for statement, _ in found.scope.contents.statements)
    return any(not _is_private(name) for statement in statements for name, _ in _assigned(statement))


def _members(reader: Reader, owner: Class) -> Members | Unknown:
    above = ancestors(reader, owner)
    unknown = owner.frame.unknown(Why.DYNAMIC, owner.node, owner.qualname)
    for base in above:
        if isinstance(base, Unknown) or is_foreign(base):
            return Unknown(base.why if isinstance(base, Unknown) else Why.OUTSIDE, owner.qualname, unknown.place)
        if isinstance(base, Outside) and not is_enum(base) and base.name not in _MIXED:
            return unknown
    for found in (owner, *(base for base in above if isinstance(base, Class))):
        if _MAKERS - _HARMLESS & found.scope.contents.bindings.keys():
            return unknown
    names = {base.name for base in above if isinstance(base, Outside)}
    kind = _Kind(owner.qualname, bool(names & _TEXT), bool(names & _WHOLE), bool(names & {"enum.Flag", "enum.IntFlag"}))
    return _listed(reader, owner, kind) or {}


class _Kind:
    """What sort of enum is read."""

    def __init__(self, owner: str, text: bool, whole: bool, flag: bool) -> None:
        self.owner = owner
        self.text = text
        self.whole = whole
        self.flag = flag


def _listed(reader: Reader, owner: Class, kind: _Kind) -> Members | Unknown:
    found: Members = {}
    frame = reader.body_frame(owner)
    unknown = owner.frame.unknown(Why.DYNAMIC, owner.node, owner.qualname)
    for statement, point in owner.scope.contents.statements:
        if point.block.depth or not isinstance(statement, _EXPECTED):
            return unknown
        for name, node in _assigned(statement):
            if _is_private(name):
                continue
            value = _value(reader, node, frame.at(point), name, found, kind) if name else unknown
            if isinstance(value, Unknown):
                return value
            alias = next((m for m in found.values() if m.value == value), None)
            found[name] = alias or Member(owner.node, f"{kind.owner}.{name}", value, kind.text, kind.whole)
    return found


def _assigned(statement: ast.stmt) -> list[tuple[str, ast.expr]]:
    match statement:
        case ast.Assign(targets=targets, value=value):
            return [(t.id if isinstance(t, ast.Name) else "", value) for t in targets]
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            return [(name, value)]
    return []


def _is_private(name: str) -> bool:
    return (name.startswith("_") and name.endswith("_")) or name.startswith("__")


def _value(reader: Reader, node: ast.expr, frame: Frame, name: str, before: Members, kind: _Kind) -> object:
    if isinstance(node, ast.Name) and node.id in before:
        return before[node.id].value
    followed = reader.follow(Expr(node, frame))
    if isinstance(followed, Expr) and isinstance(followed.node, ast.Call):
        called = reader.follow(Expr(followed.node.func, followed.frame))
        if called == Outside("enum.auto") and not followed.node.args:
            return _automatic(node, frame, name, before, kind)
    value = reader.constant(followed)
    if isinstance(value, Unknown):
        return value
    if (kind.text and not isinstance(value, str)) or (kind.whole and not isinstance(value, int)):
        return frame.unknown(Why.DYNAMIC, node)
    return value


def _automatic(node: ast.expr, frame: Frame, name: str, before: Members, kind: _Kind) -> object:
    if kind.text:
        return name.lower()
    last = [member.value for member in before.values()]
    if not last:
        return 1
    if not all(isinstance(value, int) for value in last):
        return frame.unknown(Why.DYNAMIC, node)
    most = max(value for value in last if isinstance(value, int))
    if kind.flag:
        return 1 << most.bit_length()
    return most + 1 if most == last[-1] else frame.unknown(Why.DYNAMIC, node)
