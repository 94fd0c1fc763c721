"""Where values and sizes come from, one form of code at a time."""

import ast
from pathlib import Path

import pytest

from analyzer.facts.body.marks import Given, Keyed, Mark, Model
from analyzer.facts.body.origins import Origins, Tracer
from analyzer.source.definition import Definition, Expr, Function, Marked
from analyzer.source.evaluator import Evaluator
from analyzer.source.module import Module
from analyzer.source.tree import parse
from tests.analyzer.facts.body.counting import NoModules


def _names(origins: Origins) -> list[str]:
    return sorted(mark.key if isinstance(mark, Keyed) else mark.name for mark in origins)


def trace(text: str) -> tuple[list[str], list[str]]:
    """Return the origins of what `step` hands back, and of its size: `c` is a model, other tools are given."""
    module = Module("m", Path("m.py"), "m.py", Path(), text, parse(text))
    evaluator = Evaluator(NoModules())
    function = evaluator.follow(Expr(ast.Name("step", ast.Load()), evaluator.module_frame(module)))
    assert isinstance(function, Function)
    spec = function.node.args
    marks: dict[str, Mark] = {p.arg: Keyed(p.arg) for p in spec.args}
    marks |= {p.arg: Model(p.arg) if p.arg == "c" else Given(p.arg) for p in spec.kwonlyargs}
    given: dict[str, Definition] = {name: Marked(mark) for name, mark in marks.items()}
    values, sizes = Tracer(evaluator), Tracer(evaluator, sizes=True)
    return _names(values.returned(function, given)), _names(sizes.returned(function, given))


CASES: list[tuple[str, list[str], list[str] | None]] = [
    ("def step(q,*,c):\n return c(q)", ["c"], ["c"]),
    ("def step(q,*,c):\n return c(q).splitlines()", ["c"], ["c"]),
    ("def step(q,*,c):\n return c(q).splitlines()[:5]", ["c"], []),
    ("def step(q,*,c):\n x = c(q)\n x = int(x)\n return x", [], []),
    ("def step(q,*,c):\n return [c(x) for x in q]", ["c"], ["q"]),
    ("def step(q,*,c):\n return [x.upper() for x in q]", ["q"], ["q"]),
    ("def step(q,*,c):\n out = []\n for x in q:\n  out.append(x)\n return out", ["q"], ["q"]),
    ("def step(q,*,c):\n out = []\n for x in c(q).split():\n  out.append(x)\n return out", ["c"], ["c"]),
    ("def step(q,*,c,s):\n return s(c(q))", ["s"], ["s"]),
    ("def h(a,b): return f'{a} {b}'\ndef step(q,*,c):\n return h(q, c(q))", ["c", "q"], None),
    ("import json\ndef step(q,*,c):\n return json.loads(c(q))", ["c"], ["c"]),
    ("import enum\nclass K(enum.Enum):\n A='a'\ndef step(q,*,c):\n return K(c(q))", [], []),
    ("T={'a':1}\ndef step(q,*,c):\n return T[c(q)]", [], []),
    ("def step(q,*,c):\n x=c(q)\n return x if x in ('a','b') else 'a'", [], []),
    ("def step(q,r,*,c):\n if q:\n  y=r\n else:\n  y=c(q)\n return y", ["c", "r"], None),
    ("def step(q,*,c):\n return len(c(q))", [], []),
    ("def step(q,*,c):\n with open(q) as f:\n  return f.read()", ["q"], None),
    ("def step(q,*,c):\n return {k: v for k, v in q.items()}", ["q"], ["q"]),
    ("def step(q,*,c):\n return ', '.join(q)", ["q"], None),
    ("def step(q,*,c):\n def g(x): return x + c(x)\n return g(q)", ["c", "q"], None),
    ("def step(q,*,c):\n return [c(q), c(q)]", ["c"], []),
    ("def step(q,*,c):\n return sorted(set(c(q).split(',')))", ["c"], ["c"]),
    ("def step(q,*,c):\n a, b = c(q).split(':')\n return a", ["c"], None),
    ("def step(q,*,c):\n x = ''\n x += c(q)\n return x", ["c"], None),
    ("def step(q,*,c):\n return q.name", ["q"], None),
]


@pytest.mark.parametrize(("text", "values", "sizes"), CASES, ids=[str(index) for index in range(len(CASES))])
def test_origins(text: str, values: list[str], sizes: list[str] | None) -> None:
    found = trace(text)
    assert found[0] == values
    if sizes is not None:
        assert found[1] == sizes
