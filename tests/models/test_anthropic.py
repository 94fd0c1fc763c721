"""Anthropic's Messages API: what is sent, what is read, and that no key is seen anywhere."""

import json
from typing import Any

import pytest

from chaindsl import StepFailed, Text, Usage, chain, step
from chaindsl.models.anthropic import Anthropic, AsyncAnthropic
from chaindsl.models.catalogue import resolve
from chaindsl.models.failure import ModelError
from chaindsl.models.http import OpenAICompatible
from chaindsl.vocabulary.model import Complete
from tests.models.server import Reply, Server, reply

KEY = "sk-ant-canary-4711-do-not-print"


def message(*texts: str, **more: object) -> Reply:
    parts = [{"type": "text", "text": text} for text in texts]
    usage = {"input_tokens": 7, "output_tokens": 3, "cache_creation_input_tokens": 2, "cache_read_input_tokens": None}
    return reply({"model": "claude-1", "content": parts, "stop_reason": "end_turn", "usage": usage} | more)


@pytest.fixture
def model(server: Server, monkeypatch: pytest.MonkeyPatch) -> Anthropic:
    monkeypatch.setenv("ANTHROPIC_API_KEY", f" {KEY}\n")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", f"{server.url}/v1/")
    made = resolve("anthropic:claude")
    assert isinstance(made, Anthropic)
    return made


def test_what_is_sent_and_what_is_read(server: Server, model: Anthropic) -> None:
    server.replies = [message("Hi, ", "there.")]
    answer = model("hello")
    assert (str(answer), answer.usage, answer.model) == ("Hi, there.", Usage(9, 3), "claude-1")
    seen = server.seen[0]
    assert (seen.path, seen.headers["x-api-key"], seen.headers["anthropic-version"]) == (
        "/v1/messages",
        KEY,
        "2023-06-01",
    )
    assert "authorization" not in seen.headers
    assert seen.body == {
        "model": "claude",
        "messages": [{"role": "user", "content": "hello"}],
        "max_tokens": 4096,
    }


async def test_the_awaited_one_and_its_settings(server: Server) -> None:
    server.replies = [message("ok")]
    model = AsyncAnthropic("claude", KEY, base_url=f"{server.url}/v1", max_tokens=5, stop=["\n"], temperature=0.5)
    assert await model("hello") == "ok"
    body = server.seen[0].body
    assert (body["max_tokens"], body["stop_sequences"], body["temperature"]) == (5, ["\n"], 0.5)


def test_an_answer_without_text_says_why(server: Server, model: Anthropic) -> None:
    server.replies = [message(stop_reason="max_tokens")]
    with pytest.raises(ModelError) as caught:
        model("hello")
    assert (caught.value.code, caught.value.issue.hint) == ("model-malformed", "raise max_tokens")
    server.replies = [reply({"choices": []})]
    with pytest.raises(ModelError) as caught:
        model("hello")
    assert caught.value.issue.hint == "is this a server of Anthropic's Messages API?"


def test_an_overloaded_server_is_asked_again(server: Server, model: Anthropic) -> None:
    server.replies = [reply({"type": "error", "error": {"message": "Overloaded"}}, 529), message("ok")]
    assert model("hello") == "ok"


def test_a_key_and_a_name_are_needed() -> None:
    with pytest.raises(ModelError, match="anthropic:claude needs a key") as caught:
        resolve("anthropic:claude")
    assert caught.value.issue.hint == "set ANTHROPIC_API_KEY"
    with pytest.raises(ModelError, match="'anthropic:' has no model's name"):
        resolve("anthropic:")


@pytest.mark.parametrize("kind", ["anthropic", "http"])
@pytest.mark.parametrize("status", [200, 401, 500])
def test_no_key_is_seen_in_a_trace_an_error_or_a_repr(server: Server, kind: str, status: int) -> None:
    """A server that repeats the key in its error, or in an answer that can't be read."""

    @step(writes="answer", max_attempts=2, backoff=0)
    def ask(question: Text, *, complete: Complete) -> Text:
        return complete(question)

    flow = chain("asking", ask, inputs={"question": Text})
    there = f"{server.url}/v1"
    model: Any = Anthropic("m", KEY, base_url=there) if kind == "anthropic" else OpenAICompatible(there, "m", KEY)
    server.replies = [reply({"error": {"message": f"your key {KEY} is bad"}, "id": KEY}, status)]
    with pytest.raises(StepFailed) as caught:
        flow.run({"question": "why?"}, complete=model)
    run = caught.value.run
    assert run is not None
    told: list[str] = [json.dumps([record.to_data() for record in run.trace])]
    error: BaseException | None = caught.value
    while error is not None:
        told += [str(error), repr(error), repr(vars(error))]
        error = error.__cause__ or error.__context__
    told += [repr(model), repr(model.endpoint), repr(flow.bind(complete=model)), str(model)]
    assert server.seen
    assert [text for text in told if KEY in text] == []
    assert "***" in str(caught.value)
