"""Places and texts of nodes."""

import ast
from pathlib import Path

import pytest

from analyzer.source.module import Module, first_line, header
from analyzer.source.tree import parse
from chaindsl.graph.place import Place
from chaindsl.graph.unknown import Unknown, Why


def module(text: str) -> Module:
    return Module("m", Path("/p/m.py"), "m.py", Path("/p"), text, parse(text))


def value(found: Module) -> ast.expr:
    statement = found.tree.body[-1]
    assert isinstance(statement, ast.Expr | ast.Assign)
    return statement.value


def test_columns_count_characters_from_one() -> None:
    found = module("'ä🙂'; x = f('é')")
    assert found.place(value(found)) == Place("m.py", 1, 11, 1, 17)
    assert found.segment(value(found)) == "f('é')"


def test_a_long_text_is_shortened_to_one_line() -> None:
    assert module("x = 1").segment(value(module("x = 1"))) == "1"
    found = module("f(\n    a,\n    b)")
    assert found.segment(value(found)) == "f( a, b)"
    found = module(f"f({'a' * 200})")
    assert found.segment(value(found)) == "f(" + "a" * 77 + "…"


def test_a_function_starts_at_its_first_decorator() -> None:
    found = module("@a\n@b(\n)\nasync def work(x):\n    ...")
    function = found.tree.body[0]
    assert isinstance(function, ast.AsyncFunctionDef)
    assert first_line(function) == 1
    assert header(found, function) == Place("m.py", 1, 1, 4, 15)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1", set()),
        ("def f():\n    global a, b\n    if x:\n        global c", {"a", "b", "c"}),
        ("class A:\n    def f(self):\n        def g():\n            nonlocal d", {"d"}),
        ("try:\n    pass\nexcept E:\n    def f():\n        global e", {"e"}),
        ("match x:\n    case 1:\n        def f():\n            global g", {"g"}),
    ],
)
def test_names_that_functions_bind_elsewhere(text: str, expected: set[str]) -> None:
    # `nonlocal` of nothing is an error of the compiler, not of the parser.
    assert module(text).rebound == expected


def test_annotations_may_be_text() -> None:
    assert module("from __future__ import annotations").future_annotations
    assert not module("from __future__ import division").future_annotations


def test_a_hole_has_the_text_and_place_of_its_node() -> None:
    found = module("x = f(1)")
    assert found.unknown(Why.DYNAMIC, value(found)) == Unknown(Why.DYNAMIC)
    hole = found.unknown(Why.DYNAMIC, value(found))
    assert (hole.text, hole.place) == ("f(1)", Place("m.py", 1, 5, 1, 9))
    assert found.unknown(Why.DYNAMIC, value(found), "it").text == "it"


def test_folders_of_modules_and_packages() -> None:
    assert Module("a", Path("/p/a.py"), "a.py", Path("/p")).folder == Path("/p")
    assert Module("a", Path("/p/a/__init__.py"), "a", Path("/p"), package=True).folder == Path("/p/a")
    assert Module("a", Path("/p/a"), "a", Path("/p"), package=True).folder == Path("/p/a")
