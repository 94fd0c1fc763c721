"""Answers in pieces: asked for when somebody listens, whole in the end, and broken off as any other call."""

import asyncio
import time

import pytest

from chaindsl import AsyncComplete, Budget, BudgetExceeded, Complete, StepFailed, Text, chain, step
from chaindsl.models.anthropic import Anthropic
from chaindsl.models.http import AsyncOpenAICompatible, OpenAICompatible
from chaindsl.trace.event import CallBegan, CallEnded, Chunk, Event, RunBegan, RunEnded, StepBegan, StepEnded
from chaindsl.trace.log import log_events
from chaindsl.vocabulary.model import Usage
from tests.models.server import Handler, Server, chat, events, pieces, reply, silent


@step(writes="answer", max_attempts=1)
def ask(question: Text, *, complete: Complete) -> Text:
    return complete(question)


@step(writes="answer", max_attempts=1)
async def aask(question: Text, *, complete: AsyncComplete) -> Text:
    return await complete(question)


FLOW = chain("asking", ask, inputs={"question": Text}, budget=Budget(calls=3))
AFLOW = chain("asking", aask, inputs={"question": Text}, budget=Budget(calls=3))
QUESTION = {"question": "why?"}
ANSWER = events(*pieces("Be", "cause", "."))


def told(heard: list[Event]) -> list[tuple[str, int]]:
    return [(event.text, event.offset) for event in heard if isinstance(event, Chunk)]


def test_what_happens_is_told_in_order(server: Server) -> None:
    server.replies = [ANSWER]
    heard: list[Event] = []
    with OpenAICompatible(server.url, "tiny") as model:
        run = FLOW.run(QUESTION, complete=model, on_event=heard.append)
    call = run.trace[0].details.calls[0]
    assert run["answer"] == "Because."
    assert heard == [
        RunBegan(run.id, "asking"),
        StepBegan("asking/ask", None, 1),
        CallBegan("asking/ask", None, 1, "complete", 4),
        Chunk("asking/ask", None, 1, "complete", "Be", 0),
        Chunk("asking/ask", None, 1, "complete", "cause", 2),
        Chunk("asking/ask", None, 1, "complete", ".", 7),
        CallEnded("asking/ask", None, 1, "complete", call.seconds, None),
        StepEnded(run.trace[0]),
        RunEnded(run.id, "completed", "end of chain"),
    ]
    assert (call.model, call.input_tokens, call.output_tokens) == ("tiny-1", 7, 3)
    assert server.seen[0].body["stream"] is True
    assert server.seen[0].body["stream_options"] == {"include_usage": True}


def test_nobody_listens_and_nothing_is_streamed(server: Server) -> None:
    server.replies = [chat("Because.")]
    with OpenAICompatible(server.url, "tiny") as model:
        assert FLOW.run(QUESTION, complete=model)["answer"] == "Because."
    assert "stream" not in server.seen[0].body


async def test_awaited_models_stream_too(server: Server) -> None:
    server.replies = [ANSWER]
    heard: list[Event] = []
    async with AsyncOpenAICompatible(server.url, "tiny") as model:
        run = await AFLOW.arun(QUESTION, complete=model, on_event=heard.append)
    assert run["answer"] == "Because."
    assert told(heard) == [("Be", 0), ("cause", 2), (".", 7)]


def test_the_completion_protocol(server: Server) -> None:
    parts = [{"choices": [{"text": text}]} for text in ("Be", "cause")]
    server.replies = [events(*parts, {"choices": [{"text": "", "finish_reason": "stop"}]})]
    heard: list[Event] = []
    with OpenAICompatible(server.url, "tiny", mode="completion") as model:
        assert FLOW.run(QUESTION, complete=model, on_event=heard.append)["answer"] == "Because"
    assert told(heard) == [("Be", 0), ("cause", 2)]


def test_the_messages_protocol(server: Server) -> None:
    server.replies = [
        events(
            {"type": "message_start", "message": {"model": "big-1", "usage": {"input_tokens": 9, "output_tokens": 1}}},
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "ping"},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Be"}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "cause"}},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 4}},
            {"type": "message_stop"},
            end=b"",
        )
    ]
    heard: list[Event] = []
    with Anthropic("big", "k", base_url=server.url) as model:
        run = FLOW.run(QUESTION, complete=model, on_event=heard.append)
    call = run.trace[0].details.calls[0]
    assert run["answer"] == "Because"
    assert (call.model, Usage(call.input_tokens or 0, call.output_tokens or 0)) == ("big-1", Usage(9, 4))
    assert told(heard) == [("Be", 0), ("cause", 2)]
    assert server.seen[0].body["stream"] is True
    assert "stream_options" not in server.seen[0].body


def test_a_stream_that_breaks_off_is_asked_for_again_from_its_beginning(server: Server) -> None:
    server.replies = [events(*pieces("Be", "ca")[:2], done=False), ANSWER]
    heard: list[Event] = []
    with OpenAICompatible(server.url, "tiny") as model:
        run = FLOW.run(QUESTION, complete=model, on_event=heard.append)
    assert run["answer"] == "Because."
    assert told(heard) == [("Be", 0), ("ca", 2), ("Be", 0), ("cause", 2), (".", 7)]
    assert len(run.trace[0].details.calls) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (events(*pieces("Be")[:1], done=False), "broke off its answer"),
        (events({"error": {"message": "no more"}}), "answered 200 for tiny: no more"),
        (events([1]), "streams what is no object"),
        (events(end=b"data: {\n\n"), "streams what is no JSON"),
        (events(*pieces(reason="length")[:1]), "its finish reason is length"),
        (events(), "has no text"),
    ],
)
def test_what_is_wrong_with_a_stream(server: Server, answer: object, said: str) -> None:
    server.replies = [answer]  # type: ignore[list-item]
    with OpenAICompatible(server.url, "tiny", max_attempts=1) as model, pytest.raises(StepFailed) as caught:
        FLOW.run(QUESTION, complete=model, on_event=lambda _: None)
    assert said in str(caught.value)


def test_a_stream_that_is_too_long(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chaindsl.models.client.MOST_BYTES", 500)
    server.replies = [events(*pieces(*["x" * 50] * 20))]
    with OpenAICompatible(server.url, "tiny", max_attempts=1) as model, pytest.raises(StepFailed, match="too long"):
        FLOW.run(QUESTION, complete=model, on_event=lambda _: None)


def test_a_server_that_does_not_stream(server: Server) -> None:
    """One refuses to, one answers whole all the same; the first is not asked to again."""
    server.replies = [reply({"error": "unknown field stream"}, 400), chat("Because."), chat("So.")]
    with OpenAICompatible(server.url, "tiny") as model:
        assert FLOW.run(QUESTION, complete=model, on_event=lambda _: None)["answer"] == "Because."
        assert FLOW.run(QUESTION, complete=model, on_event=lambda _: None)["answer"] == "So."
    assert ["stream" in seen.body for seen in server.seen] == [True, False, False]
    server.replies = [chat("Whole.")]
    heard: list[Event] = []
    with OpenAICompatible(server.url, "tiny") as model:
        assert FLOW.run(QUESTION, complete=model, on_event=heard.append)["answer"] == "Whole."
    assert told(heard) == []


def test_a_stream_that_stalls_ends_with_the_budget_and_leaves_no_connection(server: Server) -> None:
    def stalls(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.end_headers()
        handler.wfile.write(b'data: {"choices": [{"delta": {"content": "Be"}}]}\n\n')
        handler.plan.released.wait(30)

    server.replies = [stalls]
    heard: list[Event] = []
    with OpenAICompatible(server.url, "tiny") as model:
        began = time.monotonic()
        with pytest.raises(BudgetExceeded):
            FLOW.bind(complete=model).run(QUESTION, budget=Budget(seconds=0.3), on_event=heard.append)
        assert time.monotonic() - began < 5
    assert told(heard) == [("Be", 0)]
    assert isinstance(heard[-1], RunEnded)
    assert heard[-1].status == "over_budget"
    server.released.set()
    assert server.all_closed()


@pytest.mark.parametrize("key", ["answer", "question"])
def test_a_run_with_a_redacted_key_tells_no_pieces(server: Server, key: str) -> None:
    server.replies = [chat("Because.")]
    heard: list[Event] = []
    with OpenAICompatible(server.url, "tiny") as model:
        FLOW.bind(complete=model).configured(redact=[key]).run(QUESTION, on_event=heard.append)
    assert told(heard) == []
    assert "stream" not in server.seen[0].body


def test_a_secret_in_an_answer_is_masked_also_where_it_comes_in_two_pieces(server: Server) -> None:
    @step(writes="letter")
    def write(key: str) -> Text:
        return f"use {key}"

    @step(writes="answer", max_attempts=1)
    def repeat(letter: Text, *, complete: Complete) -> Text:
        return complete(letter)

    flow = chain("secret", write, repeat, inputs={"key": str})
    server.replies = [events(*pieces("You may use open", " ses", "ame, or", " open", " doors, or open ses"))]
    heard: list[Event] = []
    with OpenAICompatible(server.url, "tiny") as model:
        runner = flow.bind(complete=model).configured(redact=["key"])
        run = runner.run({"key": "open sesame"}, on_event=heard.append)
    assert run["answer"] == "You may use open sesame, or open doors, or open ses"
    assert told(heard) == [
        ("You may use ", 0),
        ("[redacted], or", 12),
        (" ", 26),
        ("open doors, or ", 27),
        ("[redacted]", 42),
    ]
    assert [type(event) for event in heard[-3:]] == [CallEnded, StepEnded, RunEnded]
    assert run.trace[-1].details.calls[0].answer == "You may use [redacted], or open doors, or [redacted]"


def test_a_listener_that_wants_no_pieces_makes_nobody_stream(server: Server) -> None:
    server.replies = [chat("Because.")]
    with OpenAICompatible(server.url, "tiny") as model:
        FLOW.run(QUESTION, complete=model, on_event=log_events())
    assert "stream" not in server.seen[0].body


async def test_a_cancelled_run_says_so(server: Server) -> None:
    server.replies = [silent]
    heard: list[Event] = []
    async with AsyncOpenAICompatible(server.url, "tiny") as model:
        running = asyncio.ensure_future(AFLOW.arun(QUESTION, complete=model, on_event=heard.append))
        while not server.seen:
            await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
    server.released.set()
    assert [type(event) for event in heard[-1:]] == [RunEnded]
    assert isinstance(heard[-1], RunEnded)
    assert (heard[-1].status, heard[-1].stopped) == ("cancelled", "cancelled")
