"""Calls that have nothing to do with a model are told by names; whoever follows all of them counts the same."""

import ast

import pytest

from analyzer.facts.body.bearers import Bearers
from analyzer.facts.body.calls import CallCounter
from analyzer.facts.body.visits import calls_in
from tests.analyzer.facts.body.seen import function_in
from tests.analyzer.facts.body.test_calls import BOUNDED, UNBOUNDED

ALL = [*(text for text, _ in BOUNDED), *(text for text, _, _ in UNBOUNDED)]


class Suspicious(Bearers):
    """Takes every call for one that may have to do with a model."""

    def silent(self, node: ast.Call, activation: object) -> bool:
        return False

    def points(self, activation: object) -> None:
        return None


@pytest.mark.parametrize("text", ALL, ids=range(len(ALL)))
def test_what_is_left_out_counts_for_nothing(text: str) -> None:
    evaluator, function, given = function_in(text)
    told, counter = CallCounter(evaluator), CallCounter(evaluator)
    counter.bearers = Suspicious(evaluator)
    assert told.function(function, given) == counter.function(function, given)
    assert told.loops.keys() == counter.loops.keys()


@pytest.mark.parametrize(
    ("body", "silent"),
    [
        ("return c(f(q))", ["f(q)"]),
        ("d = [c]\n e = d\n return e[0](f(q))", ["f(q)"]),
        ("for d in [c]:\n  d(f(q))", ["f(q)"]),
        ("with g(c) as d:\n  d(f(q))", ["f(q)"]),
        ("o.d = c\n return o.d(f(q))", ["f(q)"]),
        ("def d(): return c(q)\n return d() + f(q)", ["f(q)"]),
        ("d = lambda: c(q)\n return d() + f(q)", ["f(q)"]),
        ("return [d(x) for d in [c] for x in f(q)]", ["f(q)"]),
        ("return f(g(q))", ["f(g(q))", "g(q)"]),
    ],
)
def test_what_speaks_of_no_model_is_silent(body: str, silent: list[str]) -> None:
    evaluator, function, given = function_in(f"def step(q,*,c):\n {body}")
    activation = evaluator.activation(function, given)
    bearers = Bearers(evaluator)
    found = [node for node, frame in calls_in(evaluator, activation) if bearers.silent(node, frame.activation)]
    assert [ast.unparse(node) for node in found] == silent
