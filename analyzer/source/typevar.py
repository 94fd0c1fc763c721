"""The type variables of a generic alias, in the order in which they appear."""

import ast

from analyzer.source.arguments import called
from analyzer.source.definition import Expr
from analyzer.source.reader import Reader
from analyzer.source.tree import walk


def type_variables(reader: Reader, alias: Expr) -> list[ast.AST]:
    """Return the calls of `TypeVar` that an alias names, each once, aliases inside it included."""
    key = ("variables", alias.node, alias.frame.activation)
    return reader.once(key, lambda: _found(reader, alias), list)


def _found(reader: Reader, alias: Expr) -> list[ast.AST]:
    found: dict[ast.AST, None] = {}
    for node in walk(alias.node):
        if not isinstance(node, ast.Name | ast.Attribute):
            continue
        named = reader.follow(Expr(node, alias.frame))
        call = called(reader, named)
        if isinstance(named, Expr) and call is not None and call.name == "typing.TypeVar":
            found[named.node] = None
        elif isinstance(named, Expr) and isinstance(named.node, ast.Subscript | ast.BinOp):
            found.update(dict.fromkeys(type_variables(reader, named)))
    return list(found)
