"""How a name of chaindsl is written in a module, and what imports it where it is not there yet."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from analyzer.edit.call import CallSite
from analyzer.edit.items import items
from analyzer.finding import Edit
from analyzer.source.module import Module
from chaindsl.graph.place import Place

_PACKAGE = "chaindsl"


class Spelling(NamedTuple):
    """What to write for a name, and the edits that make it mean that."""

    text: str
    edits: tuple[Edit, ...] = ()


def spelling(site: CallSite, name: str) -> Spelling | None:
    """Return how to write a name of chaindsl beside a call of it; None where the name means something else there."""
    module, func = site.module, site.node.func
    if isinstance(func, ast.Attribute) and ast.unparse(func.value) in set(_packages(module)):
        return Spelling(f"{ast.unparse(func.value)}.{name}")
    imports = [node for node in module.tree.body if isinstance(node, ast.ImportFrom) and node.module == _PACKAGE]
    for node in imports:
        for alias in node.names:
            if alias.name in (name, "*"):
                return Spelling(name if alias.name == "*" else alias.asname or name)
    if re.search(rf"\b{name}\b", module.text):
        return None
    edits = _joined(module, imports[0], name) if imports else _own_line(module, name)
    return Spelling(name, edits) if edits else None


def _packages(module: Module) -> Iterator[str]:
    """The names that the package itself goes by."""
    for node in module.tree.body:
        for alias in node.names if isinstance(node, ast.Import) else ():
            if alias.name == _PACKAGE:
                yield alias.asname or alias.name


def _joined(module: Module, node: ast.ImportFrom, name: str) -> tuple[Edit, ...]:
    """Import a name with others, where it belongs if they are sorted."""
    names = [alias.name for alias in node.names]
    behind = len(names)
    if names == sorted(names, key=_rank):
        behind = next((number for number, other in enumerate(names) if _rank(other) > _rank(name)), behind)
    inner = items(module, node)
    if inner is not None and len(inner.items) == len(names):
        return inner.added(name) if behind == len(names) else inner.put(behind, name)
    place = module.place(node.names[min(behind, len(names) - 1)])
    if behind == len(names):
        return (_at(place.file, place.end_line, place.end_column, f", {name}"),)
    return (_at(place.file, place.line, place.column, f"{name}, "),)


def _rank(name: str) -> tuple[int, str]:
    """Constants, classes, functions, each by name: the order that most sorters of imports agree on."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2, name)


def _own_line(module: Module, name: str) -> tuple[Edit, ...]:
    """Import a name on a line behind the first imports."""
    last: ast.stmt | None = None
    for number, node in enumerate(module.tree.body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            last = node
        elif number or not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            break
    if last is None or last.end_lineno is None:
        return ()
    line = module.lines[last.end_lineno - 1]
    if ";" in line:
        return ()
    return (_at(module.file, last.end_lineno, len(line) + 1, f"\nfrom {_PACKAGE} import {name}"),)


def _at(file: str, line: int, column: int, text: str) -> Edit:
    return Edit(Place(file, line, column, line, column), text)
