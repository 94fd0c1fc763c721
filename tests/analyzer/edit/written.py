"""Source as a module, and what edits make of it."""

import ast
from pathlib import Path

from analyzer.edit.call import CallSite
from analyzer.finding import Edit
from analyzer.fixing import edited
from analyzer.source.module import Module


def module(text: str) -> Module:
    return Module("m", Path("m.py"), "m.py", Path(), text, ast.parse(text))


def site(text: str, name: str = "f") -> CallSite:
    """The first call of a function in a text."""
    found = module(text)
    calls = (node for node in ast.walk(found.tree) if isinstance(node, ast.Call))
    return CallSite(found, next(node for node in calls if ast.unparse(node.func).split(".")[-1] == name))


def after(text: str, edits: tuple[Edit, ...]) -> str | None:
    """The text with the edits, which parses; None where there are none."""
    if not edits:
        return None
    result = edited(text, edits)
    ast.parse(result)
    return result
