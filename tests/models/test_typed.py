"""Typed answers: from a real server with schemas and without, in runs, and how often a wrong one is repaired."""

import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict

from chaindsl import CallsExceeded, StepFailed, Text, chain, prompt, step
from chaindsl.models.anthropic import Anthropic
from chaindsl.models.endpoint import is_strict
from chaindsl.models.failure import ModelError
from chaindsl.models.http import AsyncOpenAICompatible, OpenAICompatible
from chaindsl.testing import ScriptedModel
from chaindsl.vocabulary.typed import AsyncTypedComplete, TypedComplete, UntypedAnswer, typed
from tests.models.server import Server, chat, reply

ASK = prompt("ask", version="1", text="Which town? {question}")


class Town(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    people: int


BERN = '{"name": "Bern", "people": 146348}'
LOOSE = '{"name": "Bern", "people": "many"}'
WHAT_IS_WRONG = "people: Input should be a valid integer, unable to parse string as an integer"


@pytest.mark.parametrize(
    "answer", [BERN, f"\n{BERN}\n", f"```json\n{BERN}\n```", f"Sure:\n```\n{BERN}\n```\nFine?", f"It is {BERN}."]
)
def test_json_is_found_in_what_is_around_it(answer: str) -> None:
    model = ScriptedModel([answer])
    assert typed(model, "Which town?", Town) == Town(name="Bern", people=146348)
    assert model.calls == 1


def test_other_types_are_values_too() -> None:
    assert typed(ScriptedModel(["[1, 2]"]), "?", list[int]) == [1, 2]
    kind: Any = Literal["a", "b"]
    assert typed(ScriptedModel(['"a"']), "?", kind) == "a"


def test_a_wrong_answer_is_sent_back_with_what_is_wrong() -> None:
    model = ScriptedModel([LOOSE, BERN])
    assert typed(model, "Which town?", Town).people == 146348
    assert model.prompts[1].startswith(model.prompts[0])
    assert f"{LOOSE}\n\nWhat is wrong with it: {WHAT_IS_WRONG}\n" in model.prompts[1]


@pytest.mark.parametrize("repairs", [0, 1, 3])
def test_repairs_are_bounded(repairs: int) -> None:
    model = ScriptedModel([LOOSE] * 9)
    with pytest.raises(UntypedAnswer) as caught:
        typed(model, "Which town?", Town, repairs=repairs)
    assert caught.value.issue.message == f"the model's answer is no Town: {WHAT_IS_WRONG}"
    assert model.calls == repairs + 1


def test_a_server_is_asked_for_the_schema(server: Server) -> None:
    server.replies = [chat(BERN)]
    with OpenAICompatible(server.url, "tiny") as model:
        assert model.typed("Which town?", Town).name == "Bern"
    asked = server.seen[0].body["response_format"]
    assert asked == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "schema": Town.model_json_schema(), "strict": True},
    }


async def test_an_awaited_client_as_well(server: Server) -> None:
    server.replies = [chat(LOOSE), chat(BERN)]
    assert (await AsyncOpenAICompatible(server.url, "tiny").typed("Which town?", Town)).name == "Bern"
    assert len(server.seen) == 2


def test_a_server_that_knows_no_schemas_is_asked_without_from_then_on(server: Server) -> None:
    server.replies = [reply({"error": "response_format?"}, 400), chat(BERN)]
    with OpenAICompatible(server.url, "tiny") as model:
        assert [model.typed("Which town?", Town).name for _ in range(2)] == ["Bern"] * 2
    assert ["response_format" in seen.body for seen in server.seen] == [True, False, False]


def test_a_request_that_is_refused_anyway_is_an_error_and_says_nothing_of_schemas(server: Server) -> None:
    server.replies = [reply({"error": "no"}, 400)]
    with OpenAICompatible(server.url, "tiny") as model:
        with pytest.raises(ModelError, match="answered 400 for tiny: no"):
            model.typed("Which town?", Town)
        assert model.schemas


def test_anthropic_is_asked_through_a_tool(server: Server) -> None:
    part = {"type": "tool_use", "id": "1", "name": "answer", "input": json.loads(BERN)}
    server.replies = [reply({"content": [part], "stop_reason": "tool_use"})]
    with Anthropic("claude", "k", base_url=f"{server.url}/v1") as model:
        assert model.typed("Which town?", Town).people == 146348
    assert server.seen[0].body["tool_choice"] == {"type": "tool", "name": "answer"}
    assert server.seen[0].body["tools"][0]["input_schema"] == Town.model_json_schema()


def test_strict_is_what_is_closed_and_needs_everything() -> None:
    assert is_strict(Town.model_json_schema())
    assert not is_strict({"type": "object", "properties": {"a": {}}, "required": [], "additionalProperties": False})
    assert not is_strict({"type": "array", "items": {"type": "object"}})


@pytest.mark.parametrize("calls", [1, 2])
def test_in_a_run_each_question_counts(calls: int) -> None:
    @step(writes="town", max_calls=calls, max_attempts=1, prompt=ASK)
    def find(question: Text, *, complete: TypedComplete) -> Town:
        return complete.typed(ASK.format(question=question), Town)

    flow = chain("towns", find, inputs={"question": Text})
    model = ScriptedModel([LOOSE, BERN])
    if calls == 1:
        with pytest.raises((CallsExceeded, StepFailed)):
            flow.run({"question": "capital"}, complete=model)
        return
    run = flow.run({"question": "capital"}, complete=model)
    assert run["town"] == Town(name="Bern", people=146348)
    assert [call.prompt for call in run.trace[0].details.calls] == ["ask", "ask"]


async def test_in_an_asynchronous_run_it_is_awaited(server: Server) -> None:
    @step(writes="town", max_calls=2, max_attempts=1)
    async def find(question: Text, *, complete: AsyncTypedComplete) -> Town:
        return await complete.typed(question, Town)

    server.replies = [chat(LOOSE), chat(BERN)]
    flow = chain("towns", find, inputs={"question": Text})
    run = await flow.arun({"question": "capital"}, complete=AsyncOpenAICompatible(server.url, "tiny"))
    assert run["town"] == Town(name="Bern", people=146348)
    assert run.trace[0].details.made == 2
    assert "response_format" in server.seen[0].body
