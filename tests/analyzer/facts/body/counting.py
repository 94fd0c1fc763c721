"""Counting the model calls of a function that stands in a text."""

import ast
from pathlib import Path

from analyzer.facts.body.calls import CallCounter
from analyzer.facts.body.direct import direct
from analyzer.facts.body.marks import Keyed, Model
from analyzer.facts.body.most import Most
from analyzer.facts.body.straight import straight
from analyzer.source.definition import Definition, Expr, Function, Marked
from analyzer.source.evaluator import Evaluator
from analyzer.source.module import Module
from analyzer.source.tree import parse


class NoModules:
    """A project without other modules."""

    def module(self, name: str, importer: Module, level: int) -> Module | None:
        return None

    def leads(self, name: str, importer: Module, level: int) -> bool:
        return False


def count(text: str, name: str = "step", caps: dict[str, int] | None = None) -> Most:
    """Count the calls of a function: keyword-only parameters are models, the others keys with these caps."""
    module = Module("m", Path("m.py"), "m.py", Path(), text, parse(text))
    evaluator = Evaluator(NoModules())
    function = evaluator.follow(Expr(ast.Name(name, ast.Load()), evaluator.module_frame(module)))
    assert isinstance(function, Function)
    spec = function.node.args
    given: dict[str, Definition] = {p.arg: Marked(Keyed(p.arg, (caps or {}).get(p.arg))) for p in spec.args}
    given |= {p.arg: Marked(Model(p.arg)) for p in spec.kwonlyargs}
    counted = CallCounter(evaluator).function(function, given)
    asking = direct(function, given)
    read_off = None if asking is None else straight(evaluator, function, given, asking)
    # What is read off bodies that go straight on is what counting says.
    assert read_off is None or read_off == counted
    return counted
