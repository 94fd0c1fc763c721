"""Which bodies are counted without being walked; `count` asserts of each that it is counted alike."""

import pytest

from analyzer.facts.body.direct import direct
from analyzer.facts.body.straight import straight
from tests.analyzer.facts.body.counting import count
from tests.analyzer.facts.body.seen import function_in

STRAIGHT: list[tuple[str, int]] = [
    ("def step(q,*,c):\n return c(q)", 1),
    ("def step(q,*,c):\n return c(q.strip()).strip()", 1),
    ("def step(q,*,c):\n a = c(q)\n b = c.stream(a)\n return a + b", 2),
    ("def step(q,*,c,d):\n return c(q) + d(q)", 2),
    ("def step(q):\n return len(q)", 0),
    ("def first(t): return t.splitlines()[0]\ndef step(q,*,c):\n return first(c(q))", 1),
    ("def step(q,*,c):\n return len([p for p in c(q).split()])", 1),
]
WALKED = [
    "def step(q,*,c):\n ask = c\n return ask(q)",
    "def step(q,*,c):\n return [c(x) for x in q[:3]]",
    "def step(q,*,c):\n if q:\n  return c(q)\n return c(1)",
    "def step(q,*,c):\n return c(q) if q else c(1)",
    "def step(q,*,c):\n return 1\n c(q)",
    "def step(q,*,c):\n return (lambda x: c(x))(q)",
    "def step(q,*,c):\n def inner(x): return c(x)\n return inner(q)",
    "def step(q,*,c):\n return c.typed(q, int)",
    "def step(q,*,c):\n return list(map(c, q[:2]))",
    "def again(t): return again(t[1:])\ndef step(q,*,c):\n return again(c(q))",
    "def one(t): return two(t)\ndef two(t): return one(t)\ndef step(q,*,c):\n return one(c(q))",
    "def outer(c):\n def step(q,*,c): return c(q)\n return step\nstep = outer(1)",
]


@pytest.mark.parametrize(("text", "calls"), STRAIGHT, ids=range(len(STRAIGHT)))
def test_a_body_that_goes_straight_on_is_not_walked(text: str, calls: int) -> None:
    evaluator, function, given = function_in(text)
    asking = direct(function, given)
    assert asking is not None
    found = straight(evaluator, function, given, asking)
    assert found is not None
    assert found.number == calls == count(text).number


@pytest.mark.parametrize("text", WALKED, ids=range(len(WALKED)))
def test_any_other_body_is(text: str) -> None:
    evaluator, function, given = function_in(text)
    asking = direct(function, given)
    assert asking is None or straight(evaluator, function, given, asking) is None
