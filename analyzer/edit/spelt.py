"""Names that stand in string literals: corrected where it is certain which of them is meant."""

import ast
import re

from analyzer.finding import Edit
from analyzer.source.module import Module

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


def respelt(module: Module, within: ast.AST, old: str, new: str) -> tuple[Edit, ...]:
    """Replace the only string in a node that says just this; no edits where there is none, or more than one."""
    found = [node for node in ast.walk(within) if isinstance(node, ast.Constant) and node.value == old]
    if len(found) != 1:
        return ()
    text = _source(module, found[0])
    quotes = re.fullmatch(rf"('''|\"\"\"|'|\"){re.escape(old)}\1", text)
    if quotes is None or not new.isidentifier():
        return ()
    return (Edit(module.place(found[0]), f"{quotes[1]}{new}{quotes[1]}"),)


def reworded(module: Module, node: ast.expr, old: str, new: str) -> tuple[Edit, ...]:
    """Replace a name in a guard that stands there as one plain string."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or not new.isidentifier():
        return ()
    text, word = _source(module, node), re.compile(rf"\b{re.escape(old)}\b")
    if any(word.search(quoted) for quoted in _QUOTED.findall(node.value)):
        return ()
    if re.fullmatch(rf"(['\"]){re.escape(node.value)}\1", text) is None or not word.search(text):
        return ()
    return (Edit(module.place(node), word.sub(new, text)),)


def _source(module: Module, node: ast.expr) -> str:
    """A node's own text; nothing for one on several lines."""
    place = module.place(node)
    if place.line != place.end_line:
        return ""
    return module.lines[place.line - 1][place.column - 1 : place.end_column - 1]
