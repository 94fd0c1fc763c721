"""Items between brackets: what is added, put before and taken out keeps commas, lines and comments."""

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.edit.items import Items, items
from analyzer.finding import Edit
from analyzer.fixing import edited
from analyzer.source.module import Module


def opened(text: str) -> Items:
    tree = ast.parse(text)
    module = Module("m", Path("m.py"), "m.py", Path(), text, tree)
    statement = tree.body[0]
    assert isinstance(statement, ast.Expr | ast.Assign)
    found = items(module, statement.value)
    assert found is not None
    return found


def after(text: str, edits: tuple[Edit, ...]) -> str:
    result = edited(text, edits)
    ast.parse(result)
    return result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("f()\n", "f(z)\n"),
        ("f( )\n", "f(z )\n"),
        ("f(a)\n", "f(a, z)\n"),
        ("f(a, b,)\n", "f(a, b, z,)\n"),
        ("f((a), (b))\n", "f((a), (b), z)\n"),
        ("f(g(a, b))  # c\n", "f(g(a, b), z)  # c\n"),
        ("f('日本', a)\n", "f('日本', a, z)\n"),
        ("x = [a, b]\n", "x = [a, b, z]\n"),
        ("f(\n    a,\n    b,\n)\n", "f(\n    a,\n    b,\n    z,\n)\n"),
        ("f(\n    a,\n    b\n)\n", "f(\n    a,\n    b,\n    z\n)\n"),
        ("f(\n    a,\n    b,  # why\n)\n", "f(\n    a,\n    b,  # why\n    z,\n)\n"),
        ("f(\n    a,\n    b  # why\n)\n", "f(\n    a,\n    b,  # why\n    z\n)\n"),
        ("f(\n    a,\n    # the rest\n    b,\n    # no more\n)\n",
         "f(\n    a,\n    # the rest\n    b,\n    z,\n    # no more\n)\n"),
        ("f(a,\n  b)\n", "f(a,\n  b, z)\n"),
        ("f(a, {\n    'k': 1,\n})\n", "f(a, {\n    'k': 1,\n}, z)\n"),
        ("f(\n    a, b,\n    c, d,\n)\n", "f(\n    a, b,\n    c, d, z,\n)\n"),
        ("f(a, b\n  )\n", "f(a, b, z\n  )\n"),
        ("f(a)(b)\n", "f(a)(b, z)\n"),
        ("f(x='(', y=\"[\")\n", "f(x='(', y=\"[\", z)\n"),
        ("f(f'{x}{(1, 2)}', b)\n", "f(f'{x}{(1, 2)}', b, z)\n"),
    ],
)  # fmt: skip
def test_an_item_is_added_behind_the_last(text: str, result: str) -> None:
    assert edited(text, opened(text).added("z")) == result


@pytest.mark.parametrize(
    ("text", "number", "result"),
    [
        ("f(a)\n", 0, "f()\n"),
        ("f(a,)\n", 0, "f()\n"),
        ("f(a, b, c)\n", 0, "f(b, c)\n"),
        ("f(a, b, c)\n", 1, "f(a, c)\n"),
        ("f(a, b, c)\n", 2, "f(a, b)\n"),
        ("f(a, b,)\n", 1, "f(a,)\n"),
        ("f((a), (b), c)\n", 1, "f((a), c)\n"),
        ("f(\n    a,\n    b,  # about b\n    c,\n)\n", 1, "f(\n    a,\n    c,\n)\n"),
        ("f(\n    a,\n    b,\n    c\n)\n", 2, "f(\n    a,\n    b,\n)\n"),
        ("f(\n    a,\n    b={\n        'k': 1,\n    },\n    c=2,\n)\n", 1, "f(\n    a,\n    c=2,\n)\n"),
        ("f(\n    a, b,\n    c,\n)\n", 0, "f(\n    b,\n    c,\n)\n"),
        ("f(\n    a, b,\n    c,\n)\n", 1, "f(\n    a,\n    c,\n)\n"),
        ("f(a,\n  b)\n", 1, "f(a,\n  )\n"),
        ("f(a,  # about a\n  b, c)\n", 0, "f(  # about a\n  b, c)\n"),
        ("f(\n    a,  # about a\n)\n", 0, "f(\n)\n"),
        ("x = {'a': 1, 'b': 2}\n", 0, "x = {'b': 2}\n"),
    ],
)  # fmt: skip
def test_an_item_is_taken_out(text: str, number: int, result: str) -> None:
    assert after(text, opened(text).removed(number)) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("f(a, b)\n", "f(a, z, b)\n"),
        ("f(\n    a,\n    b,  # about b\n)\n", "f(\n    a,\n    z,\n    b,  # about b\n)\n"),
        ("f(\n    a,\n    b, c,\n)\n", "f(\n    a,\n    z, b, c,\n)\n"),
    ],
)
def test_an_item_is_put_before_another(text: str, result: str) -> None:
    assert after(text, opened(text).put(1, "z")) == result


def test_what_does_not_end_in_brackets_has_no_items() -> None:
    text = "x.y\n"
    tree = ast.parse(text)
    statement = tree.body[0]
    assert isinstance(statement, ast.Expr)
    assert items(Module("m", Path("m.py"), "m.py", Path(), text, tree), statement.value) is None


ITEM = st.sampled_from(["a", "(a)", "'x, y'", "[1, 2]", "f'{a}'", "g(a, b)", "'日'", "{'k': (1, 2)}", "(\n    1,\n)"])
GAP = st.sampled_from(["", " ", "\n", "\n    ", "  # c, d)\n    "])


@given(st.lists(st.tuples(GAP, ITEM, GAP), min_size=1, max_size=4), st.booleans(), st.integers(0, 3))
def test_whatever_the_layout_the_other_items_stay(spots: list[tuple[str, str, str]], comma: bool, number: int) -> None:
    text = f"f({','.join(before + item + behind for before, item, behind in spots)}{',' * comma})\n"
    found, number = opened(text), number % len(spots)
    want = [ast.dump(ast.parse(item, mode="eval").body) for _, item, _ in spots]

    def arguments(result: str) -> list[str]:
        call = ast.parse(result).body[0]
        assert isinstance(call, ast.Expr)
        assert isinstance(call.value, ast.Call)
        return [ast.dump(one) for one in call.value.args]

    comments = text.count("#")
    more = edited(text, found.added("z"))
    assert (arguments(more), more.count("#")) == ([*want, ast.dump(ast.parse("z", mode="eval").body)], comments)
    less = edited(text, found.removed(number))
    assert arguments(less) == want[:number] + want[number + 1 :]
    assert comments - less.count("#") <= 2  # the one behind the item, and the one behind its comma
