"""Keeps the habits of the tree that only a check keeps: sizes, names, and who may import what."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIBRARY = ("chaindsl", "analyzer")
MODULE_LINES = 300
FUNCTION_LINES = 50
BANNED_NAMES = {"common", "helper", "helpers", "misc", "types", "util", "utils"}

# What may be longer than the limits: the path, or the path and the function, with how long and why.
EXEMPT: dict[str, tuple[int, str]] = {}


def modules(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if not {"build", "dist", "cases", "golden"} & set(path.parts)]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, int]]:
    """Every function with its qualified name and how many lines it takes, its docstring apart."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + node.name, lines_of(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        else:
            yield from functions(node, prefix)


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = function.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def sizes() -> dict[str, tuple[int, int]]:
    """The length of every module and function, each with its limit."""
    found: dict[str, tuple[int, int]] = {}
    for path in modules(*LIBRARY, "examples", "benches"):
        text = path.read_text(encoding="utf-8")
        found[name_of(path)] = (len(text.splitlines()), MODULE_LINES)
        found |= {f"{name_of(path)}::{name}": (lines, FUNCTION_LINES) for name, lines in functions(ast.parse(text))}
    return found


def importers(package: str) -> set[str]:
    return {
        name_of(path)
        for path in modules(*LIBRARY)
        for name in imported(ast.parse(path.read_text(encoding="utf-8")))
        if name.partition(".")[0] == package
    }


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_no_module_or_function_is_too_long() -> None:
    too_long = {place: lines for place, (lines, limit) in sizes().items() if lines > EXEMPT.get(place, (limit, ""))[0]}
    assert too_long == {}


def test_every_exemption_is_needed_and_has_a_reason() -> None:
    found = sizes()
    stale = [place for place in EXEMPT if place not in found or found[place][0] <= found[place][1]]
    assert stale == []
    assert [place for place, (_, reason) in EXEMPT.items() if not reason] == []


def test_no_file_has_a_name_that_says_nothing() -> None:
    named = {name_of(path) for path in modules(*LIBRARY, "tests", "examples", "benches")}
    assert [name for name in sorted(named) if BANNED_NAMES & set(name.removesuffix(".py").split("/"))] == []


def test_only_the_door_asks_for_type_checking() -> None:
    asking = {
        name_of(path)
        for path in modules(*LIBRARY, "examples", "benches")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    }
    assert asking <= {"chaindsl/__init__.py"}


@pytest.mark.parametrize("package", ["networkx", "graphviz"])
def test_one_module_at_most_imports(package: str) -> None:
    assert len(importers(package)) <= 1, importers(package)


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        name_of(path)
        for path in modules(*LIBRARY, "tests", "benches", "examples")
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert silent == []
