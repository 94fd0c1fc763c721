"""Members of enums, against what `enum` itself makes of the same text."""

import ast

import pytest

from analyzer.source.annotation import annotate
from analyzer.source.definition import Expr
from analyzer.source.evaluator import Evaluator
from analyzer.source.tree import parse_expression
from chaindsl.graph.typeform import EnumForm, Named, TypeForm
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.language.annotation import type_form
from tests.analyzer.source.alone import NoModules, module_of

HEAD = "import enum\nfrom enum import *\n"


def form(text: str) -> TypeForm:
    evaluator = Evaluator(NoModules())
    node = parse_expression("E", ast.Constant("E", lineno=1, col_offset=0, end_lineno=1, end_col_offset=0))
    assert node is not None
    return annotate(evaluator, Expr(node, evaluator.module_frame(module_of(HEAD + text)))).form


@pytest.mark.parametrize(
    "text",
    [
        "class E(Enum):\n    A = 1\n    B = 'b'\n    C = None\n    D = 1.5",
        "class E(Enum):\n    A = 1\n    B = 1\n    C = A\n    D = True",
        "class E(Enum):\n    A = auto()\n    B = auto()",
        "class E(Enum):\n    A = 5\n    B = auto()\n    C = 7\n    D = auto()",
        "class E(StrEnum):\n    FIRST_ONE = auto()\n    B = 'x' 'y'",
        "class E(IntEnum):\n    A = 3\n    B = A + 1\n    C = auto()",
        "class E(str, Enum):\n    A = 'a'\n    B = 'b'",
        "class E(int, enum.Enum):\n    A = 1",
        "class E(enum.Flag):\n    A = auto()\n    B = auto()\n    C = auto()",
        "class E(Enum):\n    'What it is.'\n    A = (1, 2)\n    B = [1]\n    _x = 3\n    __y = 4\n    __z__ = 5",
        "class E(Enum):\n    A: int = 1\n    def f(self): return 1\n    @property\n    def g(self): return 2",
        "class Base(Enum):\n    def f(self): return 1\nclass E(Base):\n    A = 1",
        "class E(Enum):\n    A = B = 1",
        "class E(Enum):\n    pass",
        "ONE = 1\nclass E(Enum):\n    A = ONE\n    B = -ONE\n    C = f'{ONE}'",
        "E = Enum('E', 'A B')",
        "E = Enum('E', 'A, B')",
        "E = Enum('Other', ['A', 'B'])",
        "E = StrEnum('E', ('A', 'B'))",
        "E = IntEnum(value='E', names=['A'])",
        "@unique\nclass E(Enum):\n    A = 1",
    ],
)
def test_members_are_python_s_own(text: str) -> None:
    names: dict[str, object] = {"__name__": "m"}
    exec(HEAD + text, names)
    found, expected = form(text), type_form(names["E"])
    assert found == expected
    assert isinstance(expected, EnumForm | Named)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("class E(Enum):\n    A = input()", Why.DYNAMIC),
        ("class E(Enum):\n    A = missing", Why.UNRESOLVED),
        ("class E(Enum):\n    if x:\n        A = 1", Why.DYNAMIC),
        ("class E(Enum):\n    A, B = 1, 2", Why.DYNAMIC),
        ("class E(Enum):\n    for A in (1, 2): ...", Why.DYNAMIC),
        ("class E(Enum):\n    A = 1\n    def __new__(cls, v): ...", Why.DYNAMIC),
        ("class E(Enum):\n    A = auto()\n    def _generate_next_value_(*a): ...", Why.DYNAMIC),
        ("class E(Enum):\n    A = 'a'\n    B = auto()", Why.DYNAMIC),
        ("class E(str, Enum):\n    A = 1", Why.DYNAMIC),
        ("from other import Base\nclass E(Base, Enum):\n    A = 1", Why.OUTSIDE),
        ("from other import Base\nclass E(Base):\n    A = 1", Why.OUTSIDE),
        ("class E(float, Enum):\n    A = 1", Why.DYNAMIC),
        ("E = Enum('E', names)", Why.DYNAMIC),
        ("E = Enum('E', 'A B', start=3)", Why.DYNAMIC),
        ("E = Enum(name, 'A B')", Why.DYNAMIC),
    ],
)
def test_what_enum_could_make_differently_is_unknown(text: str, why: Why) -> None:
    assert form(text) == Unknown(why)


def test_a_class_that_can_t_be_an_enum_with_members_has_its_name() -> None:
    assert form("from other import Base\nclass E(Base):\n    x: int") == Named("E")
