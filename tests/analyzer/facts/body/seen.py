"""A function in a text, ready to be looked at: positional parameters are keys, keyword-only ones are models."""

import ast
from pathlib import Path

from analyzer.facts.body.marks import Keyed, Model
from analyzer.facts.body.visits import Visits, visits
from analyzer.source.definition import Definition, Expr, Function, Marked
from analyzer.source.evaluator import Evaluator
from analyzer.source.module import Module
from analyzer.source.tree import parse
from tests.analyzer.facts.body.counting import NoModules


def function_in(text: str, name: str = "step") -> tuple[Evaluator, Function, dict[str, Definition]]:
    module = Module("m", Path("m.py"), "m.py", Path(), text, parse(text))
    evaluator = Evaluator(NoModules())
    function = evaluator.follow(Expr(ast.Name(name, ast.Load()), evaluator.module_frame(module)))
    assert isinstance(function, Function)
    spec = function.node.args
    given: dict[str, Definition] = {p.arg: Marked(Keyed(p.arg)) for p in spec.args}
    given |= {p.arg: Marked(Model(p.arg)) for p in spec.kwonlyargs}
    return evaluator, function, given


def visited(text: str) -> tuple[Evaluator, Visits]:
    evaluator, function, given = function_in(text)
    return evaluator, visits(evaluator, function, given)
