"""Which bindings of `x` reach the statement `use`: each case lists their lines."""

import ast

import pytest

from analyzer.source.block import Point
from analyzer.source.reaching import is_static, reaching
from analyzer.source.scope import module_scope
from tests.analyzer.source.alone import module_of

CASES = {
    "x = 1\nuse": [1],
    "x = 1\nx = 2\nuse": [2],
    "use\nx = 1": [],
    "if c:\n    x = 1\nuse": [2],
    "x = 1\nif c:\n    x = 2\nuse": [1, 3],
    "if c:\n    x = 1\nelse:\n    x = 2\nuse": [2, 4],
    "if c:\n    x = 1\nelse:\n    use": [],
    "if c:\n    x = 1\n    use": [2],
    "x = 1\nif c:\n    x = 2\n    raise E\nuse": [1],
    "if YES:\n    x = 1\nelse:\n    x = 2\nuse": [2],
    "if NO:\n    x = 1\nelse:\n    x = 2\nuse": [4],
    "x = 0\nif YES:\n    if c:\n        x = 1\nuse": [1, 4],
    "if NO:\n    x = 1\nuse": [2],
    "x = 0\nif NO:\n    x = 1\nuse": [1],
    "for i in y:\n    x = 1\nuse": [2],
    "x = 0\nfor i in y:\n    x = 1\nuse": [1, 3],
    "x = 0\nfor i in y:\n    use\n    x = 1": [1, 4],
    "x = 0\nfor i in y:\n    x = 1\n    use\n    x = 2": [3],
    "for i in y:\n    if c:\n        x = 1\n    else:\n        use": [3],
    "while c:\n    x = 1\nelse:\n    use": [2],
    "try:\n    x = 1\nexcept E:\n    x = 2\nuse": [2, 4],
    "try:\n    x = 1\nexcept E:\n    raise\nuse": [2],
    "try:\n    x = 1\nexcept E:\n    use": [2],
    "try:\n    pass\nexcept E:\n    x = 1\nelse:\n    use": [4],  # too many, never too few
    "try:\n    x = 1\nexcept E:\n    pass\nelse:\n    use": [2],
    "try:\n    x = 1\nfinally:\n    use": [2],
    "try:\n    from typing import x\nexcept ImportError:\n    x = 2\nuse": [2],
    "try:\n    from other import x\nexcept ImportError:\n    x = 2\nuse": [2, 4],
    "with y as x:\n    pass\nuse": [1],
    "with y:\n    x = 1\nuse": [2],
    "match y:\n    case 1:\n        x = 1\n    case 2:\n        use": [],
    "match y:\n    case 1:\n        x = 1\nuse": [3],
    "match y:\n    case [x, *_]:\n        use": [1],
    "for x in y:\n    pass\nuse": [1],
    "import x\nfrom y import z as x\nuse": [2],
    "def x(): ...\nclass x: ...\nuse": [2],
    "x = 1\ndel x\nuse": [2],
    "(x := 1)\nuse": [1],
    "x, (y, *z) = w\nuse": [1],
    "x: int = 1\nx: str\nuse": [1],
    "x = 1\nx += 1\nuse": [2],
}


def bindings(text: str, *, late: bool = False) -> list[int]:
    module = module_of(text)
    contents = module_scope(module).contents
    (use,) = [
        point
        for statement, point in contents.statements
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Name) and statement.value.id == "use"
    ]

    def truth(test: ast.expr, point: Point) -> bool | None:
        return {"YES": True, "NO": False}.get(getattr(test, "id", ""))

    found = reaching(contents.bindings["x"], use, late, truth)
    lines = {point.order: statement.lineno for statement, point in contents.statements}
    return sorted(lines[binding.point.order + binding.point.order % 2] for binding in found.bindings)


@pytest.mark.parametrize("text", CASES)
def test_what_reaches(text: str) -> None:
    assert bindings(text) == CASES[text]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x = 1\nuse\nx = 2", [1, 3]),
        ("use\nx = 2", [2]),
        ("x = 1\nx = 2\nuse", [2]),
        ("x = 1\nuse\nif NO:\n    x = 2", [1]),
    ],
)
def test_what_reaches_any_time_later(text: str, lines: list[int]) -> None:
    assert bindings(text, late=True) == lines


def test_certain_and_uncertain() -> None:
    for text, certain in (("x = 1\nuse", True), ("if c:\n    x = 1\nuse", False), ("if YES:\n    x = 1\nuse", True)):
        module = module_of(text)
        contents = module_scope(module).contents
        point = contents.statements[-1][1]
        found = reaching(contents.bindings["x"], point, False, lambda test, _: getattr(test, "id", "") == "YES" or None)
        assert found.certain is certain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FAST and not SLOW", True),
        ("mode == 'a'", True),
        ("typing.TYPE_CHECKING", True),
        ("x in (1, 2)", True),
        ("f()", False),
        ("x[0]", False),
        (" or ".join(["x"] * 100), False),
    ],
)
def test_conditions_that_are_worth_asking(text: str, expected: bool) -> None:
    assert is_static(ast.parse(text, mode="eval").body) is expected
