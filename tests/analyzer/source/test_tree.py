"""Trees: what is refused, and walks that need no stack."""

import ast
import gc

import pytest

from analyzer.source.tree import children, is_generator, parse, parse_expression, walk
from analyzer.source.trouble import Trouble, TroubleError

DEEP = 2_000


@pytest.mark.parametrize(
    ("text", "trouble", "line"),
    [
        ("x = 1\ndef f(:\n", Trouble.SYNTAX, 2),
        ("(" * 300, Trouble.SYNTAX, 1),
        ("x = '\\N{no such name}'", Trouble.SYNTAX, 1),
        ("x = " + "9" * 5_000, Trouble.SYNTAX, 1),
        ("x = " + "-" * 100_000 + "1", Trouble.TOO_DEEP, 1),
        ("x = '\ud800'", Trouble.ENCODING, 1),
    ],
)
def test_what_the_parser_refuses_has_a_reason(text: str, trouble: Trouble, line: int) -> None:
    with pytest.raises(TroubleError) as caught:
        parse(text)
    assert (caught.value.trouble, caught.value.line) == (trouble, line)


def test_odd_escapes_warn_nobody() -> None:
    assert isinstance(parse(r"x = '\d'"), ast.Module)
    assert isinstance(parse_expression(r"'\d'", ast.Constant("")), ast.Constant)


@pytest.mark.parametrize("on", [True, False])
def test_the_garbage_collector_is_left_as_it_was(on: bool) -> None:
    was = gc.isenabled()
    try:
        (gc.enable if on else gc.disable)()
        parse("x = 1")
        with pytest.raises(TroubleError):
            parse("(")
        assert gc.isenabled() is on
    finally:
        (gc.enable if was else gc.disable)()


def test_trees_of_any_depth_are_walked() -> None:
    tree = parse("x = " + "-" * DEEP + "1")
    assert sum(isinstance(node, ast.UnaryOp) for node in walk(tree)) == DEEP


def test_walks_go_in_the_order_of_the_source() -> None:
    names = [node.id for node in walk(parse("f(a, b)(c)[d]\ng")) if isinstance(node, ast.Name)]
    assert names == ["f", "a", "b", "c", "d", "g"]


def test_children_are_nodes_only() -> None:
    (statement,) = children(parse("x = 1"))
    assert [type(child) for child in children(statement)] == [ast.Name, ast.Constant]


def test_expressions_in_strings_get_the_string_s_place() -> None:
    string = ast.Constant("")
    string.lineno, string.col_offset, string.end_lineno, string.end_col_offset = 7, 3, 7, 9
    tree = parse_expression(" list[int] ", string)
    assert tree is not None
    assert {node.lineno for node in walk(tree) if isinstance(node, ast.expr)} == {7}
    assert parse_expression("a b", string) is None
    assert parse_expression("(" * 300, string) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f():\n    yield 1", True),
        ("def f():\n    if x:\n        a = yield from g()", True),
        ("def f():\n    return 1", False),
        ("def f():\n    def g():\n        yield", False),
        ("def f():\n    return lambda: (yield)", False),
    ],
)
def test_generators_are_told_apart(text: str, expected: bool) -> None:
    function = parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert is_generator(function) is expected
