"""One source file with its tree, and the places in it. It doesn't know what the names in it mean."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from analyzer.source.disk import Disk
from chaindsl.graph.place import Place
from chaindsl.graph.unknown import Unknown, Why

_MOST_TEXT = 80


@dataclass(eq=False)
class Module:
    """A module of the project.

    `file` is its path as places show it, `disk` what it was read from. A folder without `__init__.py` is a package with
    an empty tree.
    """

    name: str
    path: Path
    file: str
    root: Path
    text: str = ""
    tree: ast.Module = field(default_factory=lambda: ast.Module(body=[], type_ignores=[]))
    package: bool = False
    disk: Disk = field(default_factory=Disk)
    kept: dict[str, Any] = field(default_factory=dict)
    """What others found out from the text alone, once for all readings."""

    @property
    def folder(self) -> Path:
        """The folder that relative imports and prompt files start from."""
        return self.path if self.package and self.path.name != "__init__.py" else self.path.parent

    @cached_property
    def lines(self) -> list[str]:
        """The text's lines, as Python counts them."""
        return self.text.split("\n")

    @cached_property
    def walrus_lines(self) -> list[int]:
        """The lines that may hold a walrus."""
        return [n for n, line in enumerate(self.lines, 1) if ":=" in line] if ":=" in self.text else []

    @cached_property
    def future_annotations(self) -> bool:
        """Whether annotations are kept as text (`from __future__ import annotations`)."""
        return any(
            isinstance(node, ast.ImportFrom)
            and node.module == "__future__"
            and any(alias.name == "annotations" for alias in node.names)
            for node in self.tree.body
        )

    @cached_property
    def rebound(self) -> frozenset[str]:
        """Names that some function binds in a scope outside its own, so that they may change at any time."""
        if "global" not in self.text and "nonlocal" not in self.text:
            return frozenset()
        found: set[str] = set()
        stack: list[ast.AST] = list(self.tree.body)
        while stack:
            node = stack.pop()
            if isinstance(node, ast.Global | ast.Nonlocal):
                found.update(node.names)
            for name in ("body", "orelse", "finalbody", "handlers", "cases"):
                inner = getattr(node, name, None)
                if isinstance(inner, list):
                    stack.extend(inner)
        return frozenset(found)

    @cached_property
    def calls(self) -> Mapping[Place, ast.Call]:
        """The calls in it, by their places."""
        return {self.place(node): node for node in ast.walk(self.tree) if isinstance(node, ast.Call)}

    def place(self, node: ast.AST) -> Place:
        """Return the span of a node."""
        line, end = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or 0
        return Place(
            self.file,
            line,
            self.column(line, getattr(node, "col_offset", 0)),
            end,
            self.column(end, getattr(node, "end_col_offset", None) or 0) if end else 0,
        )

    def column(self, line: int, offset: int) -> int:
        """Return the 1-based character for a node's offset, which counts bytes of UTF-8."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        if text.isascii():
            return offset + 1
        return len(text.encode("utf-8", "replace")[:offset].decode("utf-8", "ignore")) + 1

    def segment(self, node: ast.AST) -> str:
        """Return a node's own text on one line, shortened if it is long."""
        return self._segment(self.place(node))

    def _segment(self, place: Place) -> str:
        if not place.end_line:
            return ""
        if place.line == place.end_line:
            found = self.lines[place.line - 1][place.column - 1 : place.end_column - 1]
        else:
            inner = self.lines[place.line - 1 : min(place.end_line, place.line + _MOST_TEXT)]
            found = " ".join(" ".join(inner)[place.column - 1 :].split())
        return found if len(found) <= _MOST_TEXT else found[: _MOST_TEXT - 1] + "…"

    def unknown(self, why: Why, node: ast.AST, text: str | None = None) -> Unknown:
        """Return the hole that a node leaves in a graph."""
        place = self.place(node)
        return Unknown(why, self._segment(place) if text is None else text, place)


def first_line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the line that Python counts as a function's first: that of its first decorator."""
    return node.decorator_list[0].lineno if node.decorator_list else node.lineno


def header(module: Module, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Place:
    """Return the place of a function: from its first decorator to the name after `def`."""
    line = first_line(node)
    word = "async def " if isinstance(node, ast.AsyncFunctionDef) else "def "
    start = module.column(node.lineno, node.col_offset)
    return Place(module.file, line, start, node.lineno, start + len(word) + len(node.name))
