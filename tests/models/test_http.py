"""The clients against a real server: what they send, what they return, and what each misbehaviour becomes."""

import asyncio
import gc
import pickle
import socket
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from chaindsl.models.client import _trusted
from chaindsl.models.failure import ModelError
from chaindsl.models.http import AsyncOpenAICompatible, OpenAICompatible
from chaindsl.vocabulary.model import Completion, Usage
from tests.models.server import Reply, Server, chat, cut, dripping, reply, reset, silent

KEY = "sk-do-not-print-0123456789"
WAIT = 0.3


def ask(server: Server, *replies: Reply, prompt: str = "hello", **settings: Any) -> Completion:
    """The answer of the plain client, which the async one must give as well, error or not."""
    outcomes: list[Completion | ModelError] = []
    for way in (plainly, awaited):
        server.replies = list(replies)
        try:
            outcomes.append(way(server.url, prompt, settings))
        except ModelError as error:
            outcomes.append(error)
    first, second = outcomes
    assert described(first) == described(second)
    if isinstance(first, ModelError):
        raise first
    return first


def described(outcome: Completion | ModelError) -> tuple[object, ...]:
    if isinstance(outcome, ModelError):
        return outcome.code, outcome.status, outcome.issue
    return str(outcome), outcome.usage, outcome.model


def plainly(url: str, prompt: str, settings: dict[str, Any]) -> Completion:
    with OpenAICompatible(url, "tiny", KEY, **settings) as model:
        return model(prompt)


def awaited(url: str, prompt: str, settings: dict[str, Any]) -> Completion:
    async def go() -> Completion:
        return await AsyncOpenAICompatible(url, "tiny", KEY, **settings)(prompt)

    return asyncio.run(go())


def failure(server: Server, *replies: Reply, **settings: Any) -> ModelError:
    with pytest.raises(ModelError) as caught:
        ask(server, *replies, **settings)
    assert KEY not in repr(caught.value) + str(caught.value) + repr(caught.value.issue)
    return caught.value


def test_an_answer_has_its_text_its_usage_and_its_model(server: Server) -> None:
    answer = ask(server, chat(" Hi, there.\n"))
    assert described(answer) == (" Hi, there.\n", Usage(7, 3), "tiny-1")


def test_a_call_sends_the_prompt_as_a_user_message_with_the_key(server: Server) -> None:
    ask(server, chat("ok"))
    seen = server.seen[0]
    assert (seen.path, seen.headers["authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert seen.headers["content-type"] == "application/json"
    assert seen.body == {
        "model": "tiny",
        "messages": [{"role": "user", "content": "hello"}],
        "max_tokens": 512,
        "temperature": 0.0,
    }


def test_completion_mode_sends_a_bare_prompt(server: Server) -> None:
    answer = ask(
        server,
        reply({"choices": [{"text": " blue", "finish_reason": "stop"}]}),
        prompt="The sky is",
        mode="completion",
        max_tokens=5,
        temperature=None,
        stop=["\n"],
        extra={"seed": 4},
    )
    assert described(answer) == (" blue", None, "tiny")
    assert server.seen[1].path == "/v1/completions"
    assert server.seen[1].body == {
        "model": "tiny",
        "prompt": "The sky is",
        "max_tokens": 5,
        "stop": ["\n"],
        "seed": 4,
    }


def test_a_prompt_no_encoding_can_say_is_sent_all_the_same(server: Server) -> None:
    ask(server, chat("ok"), prompt="half a pair: \ud800")
    assert server.seen[0].body["messages"][0]["content"] == "half a pair: \ud800"


@pytest.mark.parametrize(
    ("status", "hint"),
    [
        (400, "the server does not accept this request: its model, its settings or the length of its prompt"),
        (401, "check the key"),
        (429, "ask less often, or give the step more attempts and a longer backoff"),
        (500, None),
        (302, None),
        (204, None),
    ],
)
def test_any_other_status_is_refused_with_what_the_server_said(server: Server, status: int, hint: str | None) -> None:
    body = b"" if status == 204 else {"error": {"message": f"no: {KEY} is bad"}}
    error = failure(server, reply(body, status))
    said = "an empty body" if status == 204 else "no: *** is bad"
    assert (error.code, error.status, error.issue.hint) == ("model-refused", status, hint)
    assert error.issue.message == f"{server.url}/v1/chat/completions answered {status} for tiny: {said}"


def test_a_wait_that_the_server_asks_for_is_the_hint(server: Server) -> None:
    error = failure(server, reply({"error": "busy"}, 429, Retry_After="17"), timeout=5)
    assert (error.issue.message.rpartition(": ")[2], error.issue.hint) == ("busy", "the server asks to wait 17 s")


def test_an_error_sent_as_a_success_is_refused(server: Server) -> None:
    error = failure(server, reply({"error": {"message": "quota"}}))
    assert (error.code, error.status) == ("model-refused", 200)


def test_a_long_page_of_an_error_is_cut_to_one_printable_line(server: Server) -> None:
    error = failure(server, reply(b"<html>\r\n\x1b[31m" + b"x" * 5_000, 502))
    assert error.issue.message.rpartition(": ")[2] == "<html> [31m" + "x" * 189 + "…"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"choices": [{"mess', 'is no JSON: {"choices": [{"mess'),
        (b"", "is no JSON: an empty body"),
        (b"\xff\xfe", "is no JSON: ��"),
        (b"[" * 100_000, "is no JSON: " + "[" * 200 + "…"),
        (b"[]", "has no text: []"),
        (b'"hi"', 'has no text: "hi"'),
        (b"{}", "has no text: {}"),
        (b'{"choices": []}', 'has no text: {"choices": []}'),
        (b'{"choices": {"0": 1}}', 'has no text: {"choices": {"0": 1}}'),
        (b'{"choices": [{"message": {"content": 3}}]}', 'has no text: {"choices": [{"message": {"content": 3}}]}'),
    ],
)
def test_an_answer_that_is_none_says_what_came(server: Server, body: bytes, says: str) -> None:
    error = failure(server, reply(body))
    assert (error.code, error.status) == ("model-malformed", 200)
    assert error.issue.message == f"the answer of {server.url}/v1/chat/completions {says}"


def test_an_answer_without_text_says_why_it_ended(server: Server) -> None:
    choice = {"message": {"content": None}, "finish_reason": "length"}
    error = failure(server, reply({"choices": [choice]}))
    assert (error.code, error.issue.hint) == ("model-malformed", "raise max_tokens")
    assert error.issue.message.endswith("has no text; its finish reason is length")


def test_half_of_a_surrogate_pair_in_an_answer_is_replaced(server: Server) -> None:
    assert ask(server, chat("a\ud800b")) == "a?b"


@pytest.mark.parametrize(
    "usage",
    [None, 5, {}, {"prompt_tokens": "7", "completion_tokens": 3}, {"prompt_tokens": -1, "completion_tokens": 3}],
)
def test_usage_that_is_not_reported_in_full_is_unknown(server: Server, usage: object) -> None:
    assert ask(server, chat("ok", usage=usage)).usage is None


def test_a_cost_is_kept(server: Server) -> None:
    reported = {"prompt_tokens": 1, "completion_tokens": 2, "cost": 0.25}
    assert ask(server, chat("ok", usage=reported)).usage == Usage(1, 2, 0.25)


def test_an_answer_that_is_cut_off_is_unreachable(server: Server) -> None:
    error = failure(server, cut(b'{"choices"'))
    assert (error.code, error.status) == ("model-unreachable", None)


@pytest.mark.parametrize("misbehaviour", [silent, dripping])
def test_a_server_that_takes_too_long_times_out(server: Server, misbehaviour: Reply) -> None:
    error = failure(server, misbehaviour, timeout=WAIT)
    assert (error.code, error.status, error.issue.hint) == ("model-timeout", None, "raise timeout")
    assert error.issue.message == f"{server.url}/v1/chat/completions did not answer within {WAIT} s"


def test_a_reset_is_unreachable_and_the_next_call_works(server: Server) -> None:
    server.replies = [reset, chat("again")]
    with OpenAICompatible(server.url, "tiny", max_attempts=1) as model:
        with pytest.raises(ModelError) as caught:
            model("hello")
        assert caught.value.code == "model-unreachable"
        assert model("hello") == "again"


def test_a_server_that_is_not_there_is_unreachable() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with OpenAICompatible(f"http://127.0.0.1:{port}", "tiny") as model, pytest.raises(ModelError) as caught:
        model("hello")
    assert caught.value.code == "model-unreachable"
    assert caught.value.issue.hint == "is the server running, and the base URL right?"


def test_an_answer_without_end_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chaindsl.models.client.MOST_BYTES", 1_000)
    error = failure(server, reply(b" " * 2_000))
    assert error.issue.message == f"the answer of {server.url}/v1/chat/completions is longer than 1000 bytes"


def test_no_proxy_is_asked_for_this_machine(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    assert ask(server, chat("direct")) == "direct"


def test_a_secure_server_must_prove_who_it_is() -> None:
    OpenAICompatible("https://127.0.0.1:1", "tiny")._opened()
    assert (_trusted().verify_mode, _trusted().check_hostname) == (ssl.CERT_REQUIRED, True)


def test_threads_share_a_client(server: Server) -> None:
    server.replies = [chat("ok")]
    with OpenAICompatible(server.url, "tiny") as model, ThreadPoolExecutor(4) as pool:
        assert list(pool.map(model, map(str, range(12)))) == ["ok"] * 12
    assert sorted(int(seen.body["messages"][0]["content"]) for seen in server.seen) == list(range(12))


def test_a_closed_client_is_closed_twice_and_asks_no_more(server: Server) -> None:
    model = OpenAICompatible(server.url, "tiny")
    model.close()
    model.close()
    with pytest.raises(RuntimeError):
        model("hello")


def test_a_forgotten_client_closes_its_connections(server: Server) -> None:
    server.replies = [chat("ok")]
    model = OpenAICompatible(server.url, "tiny")
    model("hello")
    assert server.open == 1
    del model
    gc.collect()
    assert server.all_closed()


def test_one_async_client_serves_several_loops(server: Server) -> None:
    server.replies = [chat("ok")]
    model = AsyncOpenAICompatible(server.url, "tiny")

    async def once() -> Completion:
        return await model("hello")

    assert [asyncio.run(once()) for _ in range(3)] == ["ok"] * 3


async def test_inside_async_with_connections_are_shared(server: Server) -> None:
    server.replies = [chat("ok")]
    async with AsyncOpenAICompatible(server.url, "tiny") as model:
        assert await asyncio.gather(*(model(str(n)) for n in range(8))) == ["ok"] * 8
        elsewhere: list[Completion] = []
        thread = threading.Thread(target=lambda: elsewhere.append(asyncio.run(called(model))))
        thread.start()
        await asyncio.to_thread(thread.join)
        assert elsewhere == ["ok"]
    await model.aclose()
    assert await model("after") == "ok"


async def called(model: AsyncOpenAICompatible) -> Completion:
    return await model("hello")


async def test_a_cancelled_call_is_cancelled(server: Server) -> None:
    server.replies = [silent]
    task = asyncio.create_task(called(AsyncOpenAICompatible(server.url, "tiny")))
    while not server.seen:
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_repr_names_the_server_and_the_model_without_the_key() -> None:
    for kind in (OpenAICompatible, AsyncOpenAICompatible):
        model = kind("http://127.0.0.1:1/v1", "tiny", KEY)
        assert repr(model) == f"{kind.__name__}('http://127.0.0.1:1/v1', 'tiny', mode='chat')"
        assert KEY not in repr(model.endpoint)


def test_a_copy_for_another_process_has_connections_of_its_own(server: Server) -> None:
    server.replies = [chat("ok")]
    with OpenAICompatible(server.url, "tiny", "sk-1", temperature=None) as model:
        assert model("hello") == "ok"
        copy = pickle.loads(pickle.dumps(model))
        assert (copy.endpoint, repr(copy)) == (model.endpoint, repr(model))
        assert copy("hello") == "ok"
        copy.close()
        assert model("hello") == "ok"
    assert server.connected == 2
    assert server.all_closed()
