"""What a body asks its models is the same, read off the body alone or followed everywhere."""

import ast

import pytest

from analyzer.facts.body.asked import asked
from analyzer.facts.body.direct import direct
from analyzer.facts.body.visits import visited, visits
from tests.analyzer.facts.body.seen import function_in
from tests.analyzer.facts.body.test_visits import ASKED

DIRECT = [
    "def step(q,*,c):\n return c(q)",
    "def step(q,*,c):\n return [c.ask(x, 'option') for x in q if c(x)]",
    "def h(x): return x.f(x)\ndef step(q,*,c):\n if h(q):\n  return c(h(q))\n return c(c(1))",
    "def step(q,*,c,d):\n for x in q:\n  d(messages=x)\n return c(q)",
]


def shown(text: str, *, alone: bool) -> list[tuple[str, list[str]]]:
    evaluator, function, given = function_in(text)
    asking = direct(function, given)
    assert asking is not None
    calls = visited(evaluator, function, given, asking) if alone else visits(evaluator, function, given).calls
    return [
        (ast.unparse(one.visit.node), [ast.unparse(getattr(text, "node")) for text in one.texts])  # noqa: B009
        for one in asked(evaluator, calls)
    ]


@pytest.mark.parametrize("text", DIRECT, ids=range(len(DIRECT)))
def test_it_is_read_off_a_body_that_only_calls_its_models(text: str) -> None:
    assert shown(text, alone=True) == shown(text, alone=False) != []


@pytest.mark.parametrize("text", [text for text, _ in ASKED], ids=range(len(ASKED)))
def test_nothing_is_missed_in_bodies_that_do_more(text: str) -> None:
    _, function, given = function_in(text)
    if direct(function, given) is not None:
        assert shown(text, alone=True) == shown(text, alone=False)


def test_a_model_that_is_spoken_of_otherwise_may_go_anywhere() -> None:
    for body in ("return h(c, c(q))", "d = c\n return c(q)", "return (lambda: c(q))()", "return c.typed(q, int)"):
        _, function, given = function_in(f"def step(q,*,c):\n {body}")
        assert direct(function, given) is None
