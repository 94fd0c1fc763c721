"""Binding: tools that are missing or unknown, types that can't be checked, fallbacks that don't fit."""

from typing import Any

import pytest

from chaindsl.errors import FlowError
from chaindsl.graph.flow import Chain, Flow, Hole, Nested, Part
from chaindsl.graph.step import Attempts, Step, Tool, ToolKind
from chaindsl.graph.typeform import STR
from chaindsl.graph.unknown import Unknown, Why
from chaindsl.runtime.definition import Definition, Work
from chaindsl.runtime.failure import CallsExceeded
from chaindsl.runtime.runner import Runner


def step(name: str, *tools: Tool, **options: Any) -> Step:
    return Step(name, writes=name, tools=tools, type=STR, attempts=Attempts(1), **options)


def use(**tools: Any) -> str:
    return ", ".join(sorted(tools))


def definition(*steps: Step, flows: dict[str, Definition] | None = None) -> Definition:
    inner = flows or {}
    parts: tuple[Part, ...] = (*steps, *(Nested(flow.graph) for flow in inner.values()))
    return Definition(Flow("flow", Chain(parts)), {str(s.name): Work(use, str) for s in steps}, flows=inner)


def problems(made: Definition, **tools: Any) -> list[str]:
    with pytest.raises(FlowError) as caught:
        Runner(made, tools)
    return [str(issue) for issue in caught.value.issues]


def test_every_tool_that_is_missing_or_unknown_is_named_with_those_that_need_it() -> None:
    inner = Definition(Flow("inner", Chain((step("c", Tool("clock")),))), {"c": Work(use, str)})
    made = definition(
        step("a", Tool("search"), Tool("extra", required=False)), step("b", Tool("search")), flows={"inner": inner}
    )
    assert problems(made, serch=1, other=2) == [
        "flow needs search (for a, b) [missing-tool] (hand it in as search=…)",
        "flow needs clock (for c) [missing-tool] (hand it in as clock=…)",
        "no step of flow asks for serch [unknown-tool] (did you mean search?)",
        "no step of flow asks for other [unknown-tool] (there is search, extra, clock)",
    ]
    run = Runner(made, {"search": 1, "clock": 2}).run({})
    assert (run["a"], run["c"]) == ("search", "clock")


def test_feedback_and_idempotency_keys_are_no_tools_of_the_caller() -> None:
    tools = (Tool("why", ToolKind.FEEDBACK), Tool("key", ToolKind.IDEMPOTENCY_KEY))
    assert Runner(definition(step("a", *tools)), {}).run({})["a"] == "key, why"


def test_a_tool_whose_annotation_is_not_known_is_a_model_where_another_step_says_so() -> None:
    def twice(*, complete: Any) -> str:
        return str(complete("1")) + str(complete("2"))

    unknown = Tool("complete", Unknown(Why.UNRESOLVED))
    flow = Flow("flow", Chain((step("a", Tool("complete", ToolKind.MODEL)), step("b", unknown, max_calls=1))))
    made = Definition(flow, {"a": Work(use, str), "b": Work(twice, str)})
    with pytest.raises(CallsExceeded):
        Runner(made, {"complete": str}).run({})
    alone = Definition(Flow("flow", Chain((step("b", unknown),))), {"b": Work(twice, str)})
    assert Runner(alone, {"complete": str}).run({})["b"] == "12"


def test_a_type_that_can_not_be_checked_and_a_fallback_that_does_not_fit_are_named_together() -> None:
    flow = Flow("flow", Chain((step("a"), step("b", fallback="7"))))
    works = {"a": Work(use, list["Nowhere"]), "b": Work(use, str, fallback=7)}  # type: ignore[name-defined]  # noqa: F821
    found = problems(Definition(flow, works))
    assert [line.partition(":")[0] for line in found] == ["a", "b"]
    assert "can't be checked" in found[0]
    assert "fallback=7 is not of its own type: Input should be a valid string" in found[1]


def test_a_part_that_can_not_be_followed_can_not_be_run() -> None:
    hole = Hole(Unknown(Why.DYNAMIC, "steps()"))
    assert problems(Definition(Flow("flow", Chain((hole,))), {})) == [
        "flow has a part that can't be run [unknown-part]"
    ]
