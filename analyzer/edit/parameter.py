"""A parameter under another name, with all that its function does with it."""

import ast
import re
from collections.abc import Iterator

from analyzer.finding import Edit
from analyzer.source.module import Module
from chaindsl.graph.place import Place

Function = ast.FunctionDef | ast.AsyncFunctionDef


def renamed(module: Module, function: Function, old: str, new: str) -> tuple[Edit, ...]:
    """Rename a parameter and its uses; no edits where another scope in the function has the name for itself.

    Callers that give it by its name are not looked for.
    """
    parameters = [*function.args.posonlyargs, *function.args.args]
    own = [parameter for parameter in parameters if parameter.arg == old]
    if len(own) != 1 or not new.isidentifier() or _taken(function, old, new):
        return ()
    start = module.place(own[0])
    edits = [Edit(Place(start.file, start.line, start.column, start.line, start.column + len(old)), new)]
    texts = [node for statement in function.body for node in _outermost_texts(statement)]
    inside = {id(name) for text in texts for name in _names(text, old)}
    for text in texts:
        found = _in_text(module, text, old, new)
        if found is None:
            return ()
        edits += found
    for statement in function.body:
        edits += [Edit(module.place(name), new) for name in _names(statement, old) if id(name) not in inside]
    return tuple(edits)


def _names(within: ast.AST, name: str) -> list[ast.Name]:
    return [node for node in ast.walk(within) if isinstance(node, ast.Name) and node.id == name]


def _taken(function: Function, old: str, new: str) -> bool:
    """Whether the new name is there already, or the old one means more than the parameter."""
    for node in (inner for statement in function.body for inner in ast.walk(statement)):
        match node:
            case ast.Name(id=name) if name == new:
                return True
            case ast.arg(arg=name) if name in (old, new):
                return True
            case ast.Global(names=names) | ast.Nonlocal(names=names) if old in names:
                return True
            case ast.alias() as alias if old in (alias.asname, alias.name):
                return True
            case ast.ExceptHandler(name=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name) if name == old:
                return True
            case ast.comprehension(target=target) if _names(target, old):
                return True
    return any(one.arg == new for one in ast.walk(function.args) if isinstance(one, ast.arg))


def _outermost_texts(node: ast.AST) -> Iterator[ast.JoinedStr]:
    """The f-strings that stand in no other one."""
    if isinstance(node, ast.JoinedStr):
        yield node
        return
    for inner in ast.iter_child_nodes(node):
        yield from _outermost_texts(inner)


def _in_text(module: Module, text: ast.JoinedStr, old: str, new: str) -> list[Edit] | None:
    """The edits within an f-string: before Python 3.12 nobody says where in it a name stands, so words are counted."""
    place, word, wanted = module.place(text), re.compile(rf"\b{re.escape(old)}\b"), len(_names(text, old))
    if not wanted:
        return []
    found = []
    for number in range(place.line, place.end_line + 1):
        line = module.lines[number - 1]
        end = place.end_column - 1 if number == place.end_line else len(line)
        for word_ in word.finditer(line, place.column - 1 if number == place.line else 0, end):
            column = word_.start() + 1
            found.append(Edit(Place(module.file, number, column, number, column + len(old)), new))
    return found if len(found) == wanted else None
