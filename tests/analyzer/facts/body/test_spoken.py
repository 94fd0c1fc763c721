"""The words of a function: its own, and those of whatever of its module they lead to."""

import pytest

from analyzer.facts.body.spoken import displays_sets, leads_nowhere, speaks_alone, speaks_of
from tests.analyzer.facts.body.seen import function_in

SPEAKS = [
    "def step(q):\n return q.wanted",
    "def h(q): return wanted(q)\ndef step(q):\n return h(q)",
    "def h(q): return wanted(q)\nclass K:\n def m(self): return h(1)\ndef step(q):\n return K().m()",
    "from wanted import x as y\ndef step(q):\n return y(q)",
    "import a.wanted as y\ndef step(q):\n return y.f(q)",
    "from a import wanted as y\nf = y\ndef step(q):\n return f(q)",
    "def step(q):\n return q.\uff57anted",
    # What these lead to can't be told from their words.
    "from . import h\ndef step(q):\n return h(q)",
    "from a import *\ndef step(q):\n return h(q)",
    "def step(q):\n import h\n return h.f(q)",
    "def make():\n x = 1\n def step(q): return q\n return step\nstep = make()",
]
SILENT = [
    "def step(q):\n return unwanted(q)",
    "def wanted(q): return q\ndef step(q):\n return q.other",
    "from wanted import x\ndef step(q):\n return len(q)",
    "@wanted\ndef step(q):\n return q",
]


@pytest.mark.parametrize("text", SPEAKS, ids=range(len(SPEAKS)))
def test_a_function_may_speak_of_what_it_leads_to(text: str) -> None:
    evaluator, function, _ = function_in(text)
    assert speaks_of(evaluator, function, ("other", "wanted"))


@pytest.mark.parametrize("text", SILENT, ids=range(len(SILENT)))
def test_what_it_does_not_speak_of_is_sure(text: str) -> None:
    evaluator, function, _ = function_in(text)
    assert not speaks_of(evaluator, function, ("wanted",))


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("def h(q): return q\ndef step(q):\n return wanted(h(q))", True),
        ("def h(q): return q.wanted\ndef step(q):\n return h(q)", False),
        ("from wanted import x as y\ndef h(q): return y(q)\ndef step(q):\n return h(q)", False),
        ("def step(q):\n def h(): return wanted(q)\n return h()", False),
        ("def step(q):\n return (lambda: q.wanted)()", False),
    ],
)
def test_whether_others_speak_of_it_as_well(text: str, alone: bool) -> None:
    evaluator, function, _ = function_in(text)
    assert speaks_alone(evaluator, function, ("wanted",)) is alone


@pytest.mark.parametrize(
    ("text", "displays"),
    [
        ("def step(q):\n return {1: f'{q}'}", False),
        ("def step(q):\n return {q}", True),
        ("def step(q):\n return f'{ {x for x in q} }'", True),
        ("WORDS = {'a'}\ndef step(q):\n return q in WORDS", True),
        ("WORDS = {'a': 1}\ndef step(q):\n return q in WORDS", False),
    ],
)
def test_sets_that_are_written_out(text: str, displays: bool) -> None:
    evaluator, function, _ = function_in(text)
    assert displays_sets(evaluator, function) is displays


@pytest.mark.parametrize(
    ("text", "nowhere"),
    [
        ("def step(q):\n return len(q.strip())", True),
        ("LIMIT = 3\ndef step(q):\n return q[:LIMIT]", True),
        ("def step(q):\n return step(q)", False),
        ("def h(q): return q\ndef step(q):\n return h(q)", False),
        ("h = lambda q: q\ndef step(q):\n return h(q)", False),
        ("def step(q):\n def h(): return q\n return h()", False),
        ("class K: pass\ndef step(q):\n return K()", False),
    ],
)
def test_a_function_that_enters_no_other(text: str, nowhere: bool) -> None:
    evaluator, function, _ = function_in(text)
    scope = function.frame.activation.scope.inner(function.node)
    assert leads_nowhere(evaluator, scope) is nowhere
