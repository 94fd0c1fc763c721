"""Which expressions are certainly sets of other things than numbers."""

import ast
from pathlib import Path

import pytest

from analyzer.facts.body.marks import Keyed
from analyzer.facts.body.set_values import SetValues
from analyzer.source.definition import Expr, Frame, Function, Marked
from analyzer.source.evaluator import Evaluator
from analyzer.source.module import Module
from analyzer.source.tree import parse
from tests.analyzer.facts.body.counting import NoModules

HEAD = """
COLOURS = {"red", "blue"}
class Kinds:
    ALL = {"bug", "chore"}
def words(text): return set(text.split())
"""

SETS = [
    "{'a', 1}",
    "{q}",
    "set(q)",
    "frozenset(q)",
    "set()",
    "{x for x in q}",
    "set(q) | {1}",
    "{1, 2} | set(q)",
    "set(q) - {'a'}",
    "set(q) & set(p)",
    "set(q) ^ set(p)",
    "set(q).union(p)",
    "set(q).copy().difference(p)",
    "COLOURS",
    "Kinds.ALL",
    "words(q)",
    "named",
    "either",
    "tags",
]
OTHERS = [
    "{1, 2.5}",
    "{len(x) for x in q}",
    "set(range(3))",
    "set(map(len, q))",
    "set(len(x) for x in q)",
    "set([1, 2])",
    "set(q) + set(p)",
    "set(q).pop()",
    "sorted(set(q))",
    "q.union(p)",
    "list(q)",
    "q",
    "p",
    "missing",
    "mixed",
    "deep",
]
BODY = """
def step(q, p, tags):
    named = set(q)
    if q:
        either = {'a'}
    else:
        either = frozenset(p)
    if q:
        mixed = {'a'}
    else:
        mixed = ['a']
    deep = [{'a'}]
    return {}
"""


def is_set(expression: str) -> bool:
    text = HEAD + BODY.replace("{}", expression)
    module = Module("m", Path("m.py"), "m.py", Path(), text, parse(text))
    evaluator = Evaluator(NoModules())
    function = evaluator.follow(Expr(ast.Name("step", ast.Load()), evaluator.module_frame(module)))
    assert isinstance(function, Function)
    activation = evaluator.activation(function, {name: Marked(Keyed(name, None)) for name in ("q", "p", "tags")})
    ((statement, point),) = activation.scope.contents.returns
    assert statement.value is not None
    return SetValues(evaluator, {"tags"}).is_set(statement.value, Frame(activation, point))


@pytest.mark.parametrize("expression", SETS)
def test_a_set(expression: str) -> None:
    assert is_set(expression)


@pytest.mark.parametrize("expression", OTHERS)
def test_no_set_or_one_of_numbers(expression: str) -> None:
    assert not is_set(expression)


def test_sets_made_of_sets_are_followed_as_far_as_people_write_them() -> None:
    assert is_set("set(q)" + ".copy()" * 15)
    assert not is_set("set(q)" + ".copy()" * 25)
