"""What one call of a function evaluates, one form of code at a time."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.facts.body.asked import asked
from tests.analyzer.facts.body.seen import visited

CASES: list[tuple[str, list[str]]] = [
    ("def step(q):\n return f(g(q))", ["f(g(q))", "g(q)"]),
    ("def h(x): return f(x)\ndef step(q):\n return h(q)", ["h(q)", "f(x)"]),
    ("def step(q):\n return [f(x) for x in g(q) if h(x)]", ["g(q)", "f(x)", "h(x)"]),
    ("def step(q):\n def inner(x): return f(x)\n return inner(q)", ["inner(q)", "f(x)"]),
    ("def step(q):\n def inner(x): return f(x)\n return pool.map(inner, q)", ["pool.map(inner, q)", "f(x)"]),
    ("def step(q):\n def inner(x): return f(x)\n return 1", []),
    ("def step(q):\n return sorted(q, key=lambda x: f(x))", ["sorted(q, key=lambda x: f(x))", "f(x)"]),
    ("def step(q):\n g = lambda x: f(x)\n return g(q)", ["g(q)", "f(x)"]),
    (
        "from functools import partial\ndef h(a, b): return f(b)\ndef step(q):\n return partial(h, 1)(q)",
        ["partial(h, 1)(q)", "partial(h, 1)", "f(b)", "f(b)"],
    ),
    ("def h(x): return h(x)\ndef step(q):\n return h(q)", ["h(q)", "h(x)"]),
    ("def a(x): return b(x)\ndef b(x): return a(x)\ndef step(q):\n return a(q)", ["a(q)", "b(x)", "a(x)"]),
    ("def step(q):\n try:\n  f(q)\n except E:\n  g(q)\n finally:\n  h(q)", ["f(q)", "g(q)", "h(q)"]),
    ("def step(q):\n with f(q) as x:\n  return g(x)", ["f(q)", "g(x)"]),
    ("async def step(q):\n return await f(q)", ["f(q)"]),
    ("def step(q):\n return f'{g(q)}'", ["g(q)"]),
    ("def step(q, r=f(1)):\n return r", []),
]


@pytest.mark.parametrize(("text", "calls"), CASES, ids=range(len(CASES)))
def test_the_calls_of_a_body(text: str, calls: list[str]) -> None:
    _, found = visited(text)
    assert [ast.unparse(visit.node) for visit in found.calls] == calls


def test_a_call_knows_the_way_to_it() -> None:
    _, found = visited("def b(x): return f(x)\ndef a(x): return b(x)\ndef step(q):\n return a(q)")
    last = found.calls[-1]
    assert ast.unparse(last.node) == "f(x)"
    assert [ast.unparse(outer.node) for outer in last.entered.through] == ["a(q)", "b(x)"]


ASKED: list[tuple[str, list[str]]] = [
    ("def step(q,*,c):\n return c(q)", ["q"]),
    ("def step(q,*,c):\n return c.ask(q)", ["q"]),
    ("def step(q,*,c):\n d = c\n return d(q, 'option')", ["q"]),
    ("def step(q,*,c):\n return c(messages=q, model='m')", ["q"]),
    ("def step(q,*,c):\n return pool.submit(c, q)", ["q"]),
    ("import asyncio\nasync def step(q,*,c):\n return await asyncio.to_thread(c, q)", ["q"]),
    ("def step(q,*,c):\n return loop.run_in_executor(None, c, q)", ["q"]),
    ("def step(q,*,c):\n return list(map(c, q))", ["q"]),
    ("def h(f, x): return f(x)\ndef step(q,*,c):\n return h(c, q)", ["x"]),
    ("from functools import partial\ndef step(q,*,c):\n return partial(c, q)()", ["q"]),
    ("from functools import partial\ndef step(q,*,c):\n return pool.map(partial(c, temperature=0), q)", ["q"]),
    ("def step(q,*,c):\n return print(c, q)", []),
    ("def step(q,*,c):\n return q(q)", []),
]


@pytest.mark.parametrize(("text", "texts"), ASKED, ids=range(len(ASKED)))
def test_what_a_model_is_asked_with(text: str, texts: list[str]) -> None:
    reader, found = visited(text)
    said = [ast.unparse(part.node) for one in asked(reader, found.calls) for part in one.texts if hasattr(part, "node")]
    marks = [part for one in asked(reader, found.calls) for part in one.texts if not hasattr(part, "node")]
    assert said + [str(part) for part in marks] == texts


@given(st.integers(1, 14), st.integers(1, 4))
def test_helpers_that_call_each_other_again_and_again_end(depth: int, width: int) -> None:
    """A few lines can call billions of functions; what is entered stays small."""
    inner = [f"def f{n}(x): return " + " + ".join([f"f{n - 1}(x)"] * width) for n in range(1, depth + 1)]
    lines = ["def f0(x): return c(x)", *inner, f"def step(q): return f{depth}(q)"]
    _, found = visited("\n".join(lines))
    assert 0 < len(found.entered) <= 100
