"""A step says its contract, and no more than goes without saying."""

from typing import Any

import pytest

from chaindsl.draw.contract import calls_model, contract
from chaindsl.graph.step import Attempts, Check, Each, Effect, Prompt, Read, Source, Step, Tool, ToolKind
from chaindsl.graph.typeform import STR, Named
from chaindsl.graph.unknown import Unknown, Why

HOLE = Unknown(Why.DYNAMIC)
MODEL = Tool("complete", ToolKind.MODEL)


def lines(said: dict[str, Any], usual_attempts: int = 2) -> list[str]:
    return list(contract(Step("s", **said), usual_attempts=usual_attempts))


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ({}, []),
        ({"reads": (Read("a"), Read("b", STR, optional=True))}, ["reads a, b?"]),
        ({"reads": (Read("a", source=Source.VALUES),)}, ["reads every key"]),
        ({"reads": (Read("why", STR, source=Source.ACTOR), Read("a"))}, ["reads a", "asks for why: str"]),
        ({"reads": (Read("a", optional=True, source=Source.ACTOR),)}, ["asks for a?"]),
        ({"reads": (Read("a", source=HOLE),)}, ["reads a (or asks for it)"]),
        ({"writes": "a"}, ["writes a"]),
        ({"writes": "a", "type": Named("list", (STR,))}, ["writes a: list[str]"]),
        ({"writes": HOLE, "type": HOLE}, ["writes ?: ?"]),
        ({"each": Each("docs", parameter="doc")}, ["for each doc of docs"]),
        ({"each": Each("docs", 5, workers=3)}, ["for each of docs, at most 5, 3 at a time"]),
        (
            {"each": Each("docs", HOLE, "fail", HOLE), "writes": "a", "type": STR},
            ["writes a: each str", "for each of docs, at most ?, fails when more, ? at a time"],
        ),
        ({"each": HOLE}, ["for each of ?"]),
        ({"tools": (MODEL,)}, ["model complete, at most 1 call"]),
        ({"tools": (MODEL, Tool("other", ToolKind.MODEL)), "max_calls": 3}, ["model complete, other, at most 3 calls"]),
        ({"tools": (Tool("a"), Tool("b", required=False), Tool("c", HOLE))}, ["tools a, b?, c"]),
        ({"tools": (Tool("search"),), "max_calls": 2}, ["at most 2 model calls", "tools search"]),
        ({"tools": (Tool("f", ToolKind.FEEDBACK),)}, ["is told why a value was rejected"]),
        ({"tools": (Tool("k", ToolKind.IDEMPOTENCY_KEY),)}, []),
        (
            {"prompts": (Prompt("p", "2", "x"), Prompt(HOLE, HOLE, HOLE))},
            ["prompt p, version 2", "prompt ?, version ?"],
        ),
        ({"prompts": HOLE}, ["prompt ?"]),
        ({"validators": (Check("f"), Check("g", (Read("a"), Read("b"))))}, ["checked by f(), g(a, b)"]),
        ({"validators": HOLE}, ["checked by ?"]),
        ({"fallback": '"x"'}, ['else "x"']),
        ({"fallback": "null"}, ["else null"]),
        ({"fallback": HOLE}, ["else ?"]),
        ({"command": True, "effect": Effect()}, ["runs a command"]),
        ({"command": True, "effect": Effect("k-{a}")}, ["runs a command", "effect, once for k-{a}"]),
        ({"command": True}, ["runs a command"]),
        ({"effect": Effect()}, ["effect"]),
        ({"effect": Effect(automatic=True)}, ["effect, once in a run"]),
        ({"effect": Effect(HOLE)}, ["effect, once for ?"]),
        ({"effect": HOLE}, ["effect ?"]),
        ({"attempts": Attempts(1)}, ["1 attempt"]),
        ({"attempts": Attempts(3, timeout=30)}, ["3 attempts", "at most 30 s an attempt"]),
        ({"attempts": Attempts(3, retry_on=("OSError", "KeyError"))}, ["3 attempts, again on OSError, KeyError"]),
        ({"attempts": Attempts(2, retry_on=HOLE)}, ["again on ?"]),
        ({"attempts": Attempts(HOLE, timeout=HOLE)}, ["? attempts", "at most ? s an attempt"]),
    ],
)
def test_what_a_step_says(step: dict[str, Any], expected: list[str]) -> None:
    assert lines(step) == expected


def test_a_transition_is_tried_once_without_saying_so() -> None:
    assert lines({"attempts": Attempts(1)}, 1) == []
    assert lines({"attempts": Attempts(1, retry_on=("OSError",))}, 1) == []
    assert lines({"attempts": Attempts(2)}, 1) == ["2 attempts"]


def test_only_a_model_makes_a_model_step() -> None:
    assert calls_model(Step("s", tools=(Tool("a"), MODEL)))
    assert not calls_model(Step("s", tools=(Tool("a"), Tool("b", HOLE))))
