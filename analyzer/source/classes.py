"""Classes of the project: what they inherit from."""

import ast

from analyzer.source.definition import Class, Expr, Outside
from analyzer.source.reader import Reader
from chaindsl.graph.known import KNOWN_NAMES
from chaindsl.graph.unknown import Unknown, Why

Ancestor = Class | Outside | Unknown
_SILENT = frozenset({"object", "Generic"})
NOT_KNOWN = "?"
"""Stands among the bases of a class for ancestors that can't be followed."""


def bases(reader: Reader, owner: Class) -> list[Ancestor]:
    """Return what stands between a class statement's parentheses, arguments of generics left out."""
    found: list[Ancestor] = []
    for node in owner.node.bases:
        base = reader.follow(Expr(node, owner.frame))
        while isinstance(base, Expr) and isinstance(base.node, ast.Subscript):
            base = reader.follow(Expr(base.node.value, base.frame))
        known = isinstance(base, Class | Outside | Unknown)
        found.append(base if known else owner.frame.unknown(Why.DYNAMIC, node))  # type: ignore[arg-type]
    return found


def ancestors(reader: Reader, owner: Class) -> list[Ancestor]:
    """Return everything a class inherits from, nearest first."""
    key = ("ancestors", owner.node, owner.frame.activation)
    return reader.once(
        key,
        lambda: _ancestors(reader, owner),
        lambda: [owner.frame.unknown(Why.DYNAMIC, owner.node, owner.qualname)],
    )


def _ancestors(reader: Reader, owner: Class) -> list[Ancestor]:
    found: list[Ancestor] = []
    for base in bases(reader, owner):
        found.append(base)
        if isinstance(base, Class):
            found.extend(ancestors(reader, base))
    unique: dict[object, Ancestor] = {}
    for base in reversed(found):
        unique.setdefault((base.node, base.frame.activation) if isinstance(base, Class) else base, base)
    return list(reversed(unique.values()))


def known_bases(reader: Reader, owner: Class) -> tuple[str, ...]:
    """Return the names of a class's ancestors, nearest first.

    A class from outside goes by its last name, and `?` stands after it for those that it has.
    """
    found: dict[str, None] = {}
    for base in ancestors(reader, owner):
        found[_name(base)] = None
        if is_foreign(base):
            found[NOT_KNOWN] = None
    return tuple(name for name in found if name not in _SILENT)


def is_foreign(base: Ancestor) -> bool:
    """Say whether a class from outside may have any ancestors."""
    if not isinstance(base, Outside) or base.name in KNOWN_NAMES:
        return False
    return not base.name.startswith(("builtins.", "typing.", "chaindsl.", "pydantic.", "abc.", "enum."))


def _name(base: Ancestor) -> str:
    if isinstance(base, Class):
        return base.qualname
    if isinstance(base, Unknown):
        return NOT_KNOWN
    return base.name if base.name.startswith("chaindsl.") else KNOWN_NAMES.get(base.name, base.name.split(".")[-1])


def inherits(reader: Reader, owner: Class, *names: str) -> bool:
    """Say whether a class certainly inherits from one of these classes from outside."""
    return any(isinstance(base, Outside) and base.name in names for base in ancestors(reader, owner))
